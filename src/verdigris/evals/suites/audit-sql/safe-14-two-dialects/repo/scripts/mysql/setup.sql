/*!40101 SET NAMES utf8mb4 */;
SET @old_checks = @@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS = 0;

DROP TABLE IF EXISTS `payslips`;
CREATE TABLE `payslips` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `employee` varchar(40) COLLATE utf8mb4_bin NOT NULL,
  `form` enum('paper','mail') NOT NULL DEFAULT 'mail',
  `form_id` int DEFAULT NULL,
  `from` date NOT NULL,
  `vales` json DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `employee_from` (`employee`,`from`),
  KEY `form_id` (`form_id`),
  FULLTEXT KEY `words` (`employee`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC COMMENT='one per month, selct by employee';

# Old lines come as a file.
LOAD DATA LOCAL INFILE 'payslips.csv' IGNORE INTO TABLE `payslips`
  FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' LINES TERMINATED BY '\n'
  IGNORE 1 LINES (`employee`, @day) SET `from` = STR_TO_DATE(@day, '%d.%m.%Y');

REPLACE INTO `payslips` (`employee`, `from`) VALUES ('O''Brien', '2024-01-01');
INSERT IGNORE INTO `payslips` (`employee`, `from`) SELECT `name`, CURDATE() FROM `staff` STRAIGHT_JOIN `teams` ON `teams`.`id` = `staff`.`team`;
INSERT INTO `payslips` SET `employee` = 'Ito', `from` = '2024-02-01' ON DUPLICATE KEY UPDATE `from` = VALUES(`from`);
UPDATE `payslips` SET `form` = 'paper' WHERE `employee` REGEXP '^O' ORDER BY `id` LIMIT 10;
DELETE FROM `payslips` ORDER BY `from` LIMIT 100;
DELETE p FROM `payslips` AS p INNER JOIN `leavers` AS l ON l.`name` = p.`employee`;

DELIMITER //
CREATE PROCEDURE close_month(IN month DATE)
BEGIN
  DECLARE done TINYINT DEFAULT 0;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1;
  IF month IS NULL THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Update what, form when?';
  END IF;
  UPDATE payslips SET form_id = NULL WHERE `from` <=> month;
END //
DELIMITER ;

SHOW CREATE TABLE `payslips`;
SET FOREIGN_KEY_CHECKS = @old_checks;

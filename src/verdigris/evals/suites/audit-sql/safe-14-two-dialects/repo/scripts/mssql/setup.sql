SET NOCOUNT ON;
SET XACT_ABORT ON;
GO

IF OBJECT_ID(N'dbo.Payslip', N'U') IS NULL
BEGIN
    CREATE TABLE dbo.Payslip (
        Id          int IDENTITY(1, 1) NOT NULL CONSTRAINT PK_Payslip PRIMARY KEY CLUSTERED,
        Employee    nvarchar(40) NOT NULL,
        [From]      date NOT NULL CONSTRAINT DF_From DEFAULT (SYSUTCDATETIME()),
        [Form]      nvarchar(10) SPARSE NULL,
        Amount      money NOT NULL,
        RowVer      rowversion
    );
END;
GO

DECLARE @month date = DATEFROMPARTS(2024, 1, 1), @count int;
DECLARE @paid TABLE (Id int, Amount money);

MERGE dbo.Payslip WITH (HOLDLOCK) AS t
USING (SELECT Employee, SUM(Amount) AS Amount FROM staging.Line GROUP BY Employee) AS s
    ON t.Employee = s.Employee AND t.[From] = @month
WHEN MATCHED THEN UPDATE SET Amount = s.Amount
WHEN NOT MATCHED BY TARGET THEN INSERT (Employee, [From], Amount) VALUES (s.Employee, @month, s.Amount)
OUTPUT inserted.Id, inserted.Amount INTO @paid (Id, Amount);

SELECT TOP (10) WITH TIES p.Employee, p.Amount, x.Total
FROM dbo.Payslip AS p WITH (NOLOCK)
CROSS APPLY (SELECT SUM(q.Amount) AS Total FROM dbo.Payslip AS q WHERE q.Employee = p.Employee) AS x
WHERE p.[Form] IS NOT NULL -- wehre it was printed
ORDER BY p.Amount DESC;

SELECT Employee, [2023], [2024]
FROM (SELECT Employee, YEAR([From]) AS y, Amount FROM dbo.Payslip) AS src
PIVOT (SUM(Amount) FOR y IN ([2023], [2024])) AS pvt
OPTION (RECOMPILE);

SELECT @count = COUNT(*) FROM @paid;
CREATE TABLE #seen (Id int);
INSERT #seen SELECT Id FROM @paid;
DELETE FROM #seen;
PRINT CONCAT('Inserted ', @count, ' rows form staging');
BEGIN TRY
    EXEC sp_rename 'dbo.Payslip.Amount', 'Net', 'COLUMN';
END TRY
BEGIN CATCH
    THROW;
END CATCH;
GO

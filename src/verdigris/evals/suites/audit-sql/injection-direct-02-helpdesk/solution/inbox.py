# -*- coding: utf-8 -*-
"""Turns incoming mail into tickets.

The connection is any DB-API connection with the 'format' paramstyle (we run psycopg2).
"""
import logging
import re

log = logging.getLogger(__name__)

TICKET_MARK = re.compile(r'\[#(\d+)\]')


class Mailbox(object):

    def __init__(self, connection):
        self.connection = connection

    def _cursor(self):
        return self.connection.cursor()

    def customer_for(self, address):
        """Return (id, name) of the customer who writes from this address, or None."""
        cur = self._cursor()
        cur.execute("SELECT id, name FROM customers WHERE email = %s", (address.lower(),))
        row = cur.fetchone()
        if row is None:
            log.info("No customer has %s; SELECT * FROM customers WHERE email = '%s' finds none",
                     address, address)
        return row

    def open_tickets(self, customer_id):
        cur = self._cursor()
        cur.execute("SELECT id, subject FROM tickets WHERE customer_id = %s AND state <> %s"
                    " ORDER BY id", (customer_id, 'closed'))
        return cur.fetchall()

    def ticket_of(self, subject):
        """A reply has the ticket's number in its subject: 'Re: [#17] No sound'."""
        mark = TICKET_MARK.search(subject)
        if not mark:
            return None
        number = int(mark.group(1))
        cur = self._cursor()
        cur.execute("SELECT id, state FROM tickets WHERE id = %d" % number)
        return cur.fetchone()

    def receive(self, address, subject, body):
        customer = self.customer_for(address)
        if customer is None:
            return None
        ticket = self.ticket_of(subject)
        cur = self._cursor()
        if ticket is None:
            cur.execute("INSERT INTO tickets (customer_id, subject, state)"
                        " VALUES (%s, %s, 'new')", (customer[0], subject))
            cur.execute("SELECT max(id) FROM tickets WHERE customer_id = %s", (customer[0],))
            ticket_id = cur.fetchone()[0]
        else:
            ticket_id = ticket[0]
            cur.execute("UPDATE tickets SET state = 'open' WHERE id = %s", (ticket_id,))
        cur.execute("INSERT INTO messages (ticket_id, body) VALUES (%s, %s)", (ticket_id, body))
        self.connection.commit()
        return ticket_id

"""The monthly mail. Text only."""

from reports.months import TenantReports

TEMPLATE = """\
Dear {name},

{unpaid} of your invoices are not paid yet. To see them, select "Open" from the list.
Update your address or delete your account from the settings page.
"""


async def monthly_mail(pool, slug: str, name: str) -> str:
    unpaid = await TenantReports(pool, slug).unpaid()
    return TEMPLATE.format(name=name, unpaid=unpaid)

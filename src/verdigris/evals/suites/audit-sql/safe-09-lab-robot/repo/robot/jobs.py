"""Queues jobs and asks the laboratory's GraphQL server for samples."""

from concurrent.futures import ThreadPoolExecutor


class Job:
    def __init__(self, name, steps):
        self.name = name
        self.steps = steps

    def execute(self, arm):
        for step in self.steps:
            step(arm)
        return f"{self.name}: {len(self.steps)} steps"


def run_all(jobs, arm):
    with ThreadPoolExecutor(max_workers=1) as pool:
        return list(pool.map(lambda job: job.execute(arm), jobs))


def samples(client, rack):
    return client.execute(
        f"""
        query {{
          samples(where: {{rack: "{rack}"}}, orderBy: position) {{ id position from }}
        }}
        """
    )


def picker(racks):
    """HTML for the operator's screen."""
    options = "".join(f'<option value="{rack}">{rack}</option>' for rack in racks)
    return f"<label>Select a rack from the list <select name='rack'>{options}</select></label>"


def scroll(browser, row):
    browser.execute_script(f"document.querySelector('#row-{int(row)}').scrollIntoView()")

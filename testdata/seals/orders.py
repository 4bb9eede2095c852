"""Orders # no comment"""
from typing import overload

MAX_LINES: int = 50  # the most
first, second = 1, 2
NAMES = [
    "a # b",
    'c',  # last
]


class Order:
    """An order."""

    state = "open"

    def __init__(self, lines):
        self.lines = lines

    @property
    def total(self):
        return sum(self.lines)

    @total.setter
    def total(self, value):
        self.sum = value

    async def create(self):
        text = f"of {self.names["# first"]} {{x}}"

        def helper():
            return 1
        return helper()


@overload
def parse(text: str): ...
@overload
def parse(text: bytes): ...
def parse(text):
    if text:
        return r'\'' + text
    # nothing
    return None


if True:
    def late(): return 1

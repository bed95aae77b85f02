"""What is taken for a log without a name, and what is not."""

from __future__ import annotations

import pytest

from chunkladder_log._format import LogFormat

from .shapes import LOGS, told

LIKELY = (
    "iso, comma",
    "day first, Spark",
    "compact, HDFS",
    "syslog",
    "weekday",
    "access",
    "labeled epoch",
    "glog",
    "JSON lines",
    "logfmt",
    "java.util.logging",
    "levels first",
    "valgrind",
    "MySQL slow",
    "iso, Laravel",
    "iso, Python",
    "Android",
    "weekday, Apache",
    "Windows event",
    "iso, Node",
    "iso, priority",
    "iso, containers",
)

OTHERS = {
    "prose": "On 5 January 2031 the lamp went out.\nNobody saw it.\nINFO: it was cold.\n",
    "Markdown": "# 2031-01-05\n\n- 10:00 lit\n- 11:00 out\n",
    "CSV": "time,level,text\n" + "2031-01-05 10:00:01,INFO,lit\n" * 9,
    "TSV": "time\ttext\n" + "2031-01-05 10:00:01\tlit\n" * 9,
    "chat": "[05.01.31, 10:00:01] Oda: lit?\n[05.01.31, 10:00:09] Bram: out.\n" * 5,
    "irc": "2031-01-05 10:00:01 <oda> lit?\n2031-01-05 10:00:09 <bram> out.\n" * 5,
    "meeting": "00:01:02 Oda: lit?\n00:01:09 Bram: out.\n" * 5,
    "code": "def light():\n    return 1\n\nlog.info('2031-01-05 10:00:01 INFO')\nlight()\n",
    "empty": "",
    "two lines that shout": "INFO: lit\nWARNING: low\n",
    "a table": "2031-01-05 10:00 | lit\n2031-01-05 10:05 | out\n" * 5,
    "minutes": "January 05 10:00:01 was the time.\nThe lamp was lit.\nNobody saw it.\n",
    "speech in JSON": '{"speaker": "Oda", "text": "lit?", "start": 1}\n' * 9,
}


@pytest.mark.parametrize("name", LIKELY)
def test_logs_are_recognized(name: str) -> None:
    assert LogFormat().sniff(told(LOGS[name])[0] * 5) >= 0.7


@pytest.mark.parametrize("name", OTHERS)
def test_others_are_left_alone(name: str) -> None:
    assert LogFormat().sniff(OTHERS[name]) < 0.5

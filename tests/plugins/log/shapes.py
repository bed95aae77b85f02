"""Made-up logs: for each shape, its lines; those that start a record have no bar in front."""

TRACE = """\
|java.lang.IllegalStateException: no lamp
|\tat app.Lamp.lit(Lamp.java:12)
|\tSuppressed: java.io.IOException: while closing
|\t\t... 6 more
|Caused by: java.lang.NullPointerException
|\tat app.Wick.trim(Wick.java:3)
|\t... 12 more
"""

PYTHON = """\
|Traceback (most recent call last):
|  File "/srv/lamp.py", line 3, in light
|    return 1 / 0
|           ~~^~~
|ZeroDivisionError: division by zero
|
|During handling of the above exception, another exception occurred:
|
|Traceback (most recent call last):
|  File "/srv/lamp.py", line 9, in main
|ValueError: bad lamp:
|{
|  "id": 11
|}
"""

LOGS = {
    "iso, comma": (
        f"2031-01-05 10:00:01,123 INFO [main] a.B: lit\n"
        f"2031-01-05 10:00:02,000 ERROR [main] a.B: out\n"
        f"{TRACE}2031-01-05 10:00:03,000 - WARN [t:C@42] - low\n"
    ),
    "iso, Python": (
        f"2031-01-05 10:00:01,123 ERROR lamp:3 out\n"
        f"{PYTHON}2031-01-05 10:00:02,123 INFO lamp:4 lit\n"
    ),
    "iso, T and Z": (
        "2031-01-05T10:00:01.123456Z\tinfo\tlit\n2031-01-05T10:00:02.1+01:00\twarn\tlow\n"
        "|  more of it\n2031-01-05T10:00:02+0100\terror\tout\n"
    ),
    "iso, PostgreSQL": (
        '2031-01-05 10:00:01.123 CEST [132] ERROR:  relation "lamp" does not exist\n'
        "2031-01-05 10:00:01.123 CEST [132] STATEMENT:  select (\n|\t    1\n|\t)\n"
        "2031-01-05 10:00:05.123 CEST [132] WARNING:  low\n"
    ),
    "iso, Laravel": (
        '[2031-01-05 10:00:01] local.ERROR: no lamp {"exception":"[object] (x)\n|[stacktrace]\n'
        '|#0 /srv/a.php(7): a->b()\n|#1 {main}\n|\n|[previous exception] [object] (y)\n|"} \n'
        "[2031-01-05 10:00:02] local.INFO: lit\n"
    ),
    "iso, XML and blank lines": (
        "[2031-01-05 10:00:01,061] DEBUG [m:108] Request:\n|\n|<?xml version='1.0'?>\n|<lamp>\n"
        "|  <lit/>\n|</lamp>\n|\n[2031-01-05 10:00:02,061] INFO [m:108] done\n"
    ),
    "iso, day of year": "2031-005T10:00:01 lit\n2031-005T10:00:02 out\n|  more\n",
    "day first, Spark": (
        "31/01/05 10:00:01 INFO Lamp: lit\n31/01/05 10:00:02 WARN Lamp: low\n|\tat a.B\n"
    ),
    "day first, Tomcat": (
        "05-Jan-2031 10:00:01.123 INFO [main] lit\n05-Jan-2031 10:00:02.123 SEVERE x\n|\tat a\n"
    ),
    "compact, HDFS": "310105 100001 148 INFO a.B: lit\n310105 100002 9 INFO a.B: out\n",
    "compact, health": (
        "20310105-10:0:1:123|Step|30002312|on\n20310105-10:0:2:9|Step|30002312|off\n"
    ),
    "android": (
        "01-05 10:00:01.123  1702  2395 D Lamp: lit\n01-05 10:00:02.123  1702  2395 W Lamp: low\n"
    ),
    "syslog": (
        "Jan  5 10:00:01 harbor lampd[314]: lit\n|\tby hand\n"
        "Jan  5 10:00:02.123 harbor kernel: out\n"
        "Jan 15 10:00:03 harbor lampd[314]: lit\n"
    ),
    "syslog, localized": (
        "août 19 10:00:01 harbor lampd[1]: lit\naoût 19 10:00:02 harbor lampd[1]: out\n"
    ),
    "syslog, priority": (
        "<34>1 2031-01-05T10:00:01Z harbor lampd - ID47 - lit\n"
        "<34>1 2031-01-05T10:00:02Z harbor x\n"
    ),
    "weekday": (
        "[Sun Jan 05 10:00:01 2031] [error] no lamp\n[Sun Jan 05 10:00:02 2031] [notice] lit\n"
    ),
    "access": (
        '10.0.0.7 - - [05/Jan/2031:10:00:01 +0330] "GET / HTTP/1.1" 200 5\n'
        '10.0.0.8 - oda [05/Jan/2031:10:00:02 +0330] "GET /a HTTP/1.1" 404 5\n'
    ),
    "labeled epoch": (
        "- 1925373601 2031.01.05 R02-M1 2031-01-05-10.00.01.675872 R02-M1 RAS KERNEL INFO lit\n"
        "APPREAD 1925373602 2031.01.05 R02-M1 2031-01-05-10.00.02.6 R02-M1 RAS APP FATAL out\n"
    ),
    "file first": (
        "api.log.1.2031-01-05_10:00:01 2031-01-05 10:00:01.008 25746 INFO api lit\n"
        "api.log.1.2031-01-05_10:00:01 2031-01-05 10:00:02.008 25746 INFO api out\n"
    ),
    "glog": (
        "I0105 10:00:01.123456 42 lamp.cc:10] lit\n"
        "W0105 10:00:02.123456 42 lamp.cc:10] low\n|  more\n"
    ),
    "tai64n": "@400000003b4a39c23294b13c lit\n@400000003b4a39c33294b13c out\n",
    "epoch": "1925373601.123 lit\n1925373602.456 out\n|  more\n",
    "offset": "[    0.000000] Linux\n[    1.234567] lamp: lit\n|  more\n",
    "offset, TCF": "TCF 29:47.191: lit\nTCF 29:48.191: out\n",
    "thread first": (
        "MainThread::INFO::2031-01-05 10:00:01,101::lamp::71::x::(run) lit\n"
        "MainThread::ERROR::2031-01-05 10:00:01,300::lamp::74::x::(run) Traceback (most "
        "recent call last):\n"
        '|File "/srv/lamp", line 72, in run\n|    light()\n|LampError: out\n'
        "Thread-15::DEBUG::2031-01-05 10:00:02,737::lamp::54::x::(wrapper) lit\n"
    ),
    "MySQL slow": (
        "# Time: 2031-01-05T10:00:01.678222Z\n|# User@Host: oda[oda] @ localhost []  Id:     2\n"
        "|# Query_time: 0.01\n|use lamps;\n|SELECT * FROM lamps;\n"
        "# User@Host: oda[oda] @ localhost []  Id:     2\n|# Query_time: 0.01\n|SELECT 1;\n"
        "# Time: 2031-01-05T10:00:02.678222Z\n"
        "|# User@Host: oda[oda] @ localhost []  Id:     2\n|SELECT 2;\n"
    ),
    "W3C": (
        "#Software: Lamp 1.0\n|#Version: 1.0\n#Fields: date time cs-method\n"
        "2031-01-05 10:00:01 GET\n"
        "2031-01-05 10:00:02 GET\n#Fields: date time\n2031-01-05 10:00:03\n"
    ),
    "JSON lines": (
        '{"time":"2031-01-05T10:00:01Z","level":30,"msg":"lit"}\n'
        '{"time":2,"level":50,"msg":"out"}\n{"level":30,"msg":"br\n'
    ),
    "JSON lines and plain text": (
        'Lamp is starting\n{"level":"info","msg":"lit"}\n{"level":"info","msg":"low"}\n'
        "Lamp is done\n"
        '{"level":"info","msg":"out"}\n'
    ),
    "JSON over many lines": '{\n|  "lit": 1\n|}\n{\n|  "lit": 0\n|}\n',
    "logfmt": 'ts=2031-01-05T10:00:01Z level=info msg="lit"\nlevel=warn ts=2 msg=low\n|  more\n',
    "java.util.logging": (
        "Jan 05, 2031 10:00:01 AM demo.Lamp main\n|INFO: lit\n"
        "Jan 05, 2031 10:00:02 AM demo.Lamp main\n"
        f"|SEVERE: out\n{TRACE}"
    ),
    "compose": (
        "\x1b[2Kweb-1  |  * Serving\n\x1b[2Kdb-1   | 1:M 05 Jan 2031 10:00:01.018 * lit\n"
        "|\x1b[2Kweb-1  |     at x (a.js:1)\n\x1b[2Kweb-1  | done\n"
    ),
    "valgrind": (
        "==123== Invalid write of size 1\n|==123==    at 0x1: f (lamp.c:3)\n"
        "|==123==  Address 0x2\n"
        "|==123== \n==123== HEAP SUMMARY:\n|==123==     in use at exit: 33 bytes\n"
    ),
    "Android": (
        "01-05 10:00:01.123  1000  2000 E LampService: out\n"
        "01-05 10:00:02.123  1000  2000 D LampService: lit\n"
    ),
    "weekday, Apache": (
        "[Sun Jan 05 10:00:01.123456 2031] [core:error] [pid 12] AH01: no oil\n"
        "[Sun Jan 05 10:00:02.123456 2031] [mpm:notice] [pid 12] AH02: lit\n"
    ),
    "Windows event": (
        "Log Name:      Application\n|Source:        Harbor\n|Date:          1/5/2031 10:00:01 AM\n"
        "|Level:         Error\n|Description:\n|The lamp is out.\n|\n"
        "Log Name:      System\n|Source:        Harbor\n|Date:          1/5/2031 10:00:02 AM\n"
        "|Level:         Warning\n|Description:\n|The oil is low.\n"
    ),
    "iso, Node": (
        "[2031-01-05T10:00:01.123Z] error: out\n|Error: no oil\n|    at light (/srv/lamp.js:3:1)\n"
        "[2031-01-05T10:00:02.123Z] info: lit\n"
    ),
    "iso, priority": (
        '<34>1 2031-01-05T10:00:01.003Z harbor lamp - ID47 [a b="c"] out\n'
        "<165>1 2031-01-05T10:00:02.003Z harbor lamp 12 - - lit\n"
    ),
    "iso, containers": (
        "2031-01-05T10:00:01.123456789Z stdout F lit\n"
        "2031-01-05T10:00:02.123456789Z stderr P no oil\n"
    ),
    "levels first": "INFO: lit\n[ERROR] out\n|  more\nWARN  low\n",
    "compiler": (
        "lamp.cpp:3:5: error: no wick\n|    3 | int x\n|lamp.cpp:2:1: note: here\n"
        "lamp.cpp:9:5: warning: low\n"
    ),
    "two shapes": (
        "2031-01-05 10:00:01 INFO lit\n05/Jan/2031:10:00:01 harbor\n"
        "2031-01-05 10:00:02 INFO lit\n"
        "05/Jan/2031:10:00:02 harbor\n"
    ),
    "no shape": "===== Start of lamps\nlamp 1\n|  lit\nlamp 2\n",
}


def told(log: str) -> tuple[str, list[int]]:
    """Return a log without bars, and where its records start."""
    text, starts = "", []
    for line in log.splitlines(keepends=True):
        if not line.startswith("|"):
            starts.append(len(text))
        text += line.removeprefix("|")
    return text, starts

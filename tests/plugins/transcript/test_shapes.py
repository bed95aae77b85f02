"""Each shape in which transcripts say who speaks, with made-up words, and the right turns."""

from __future__ import annotations

import pytest

from .reading import speakers_of, splitter, turns_of

BRAM, ODA = "Bram Tollef", "Oda Quint"

SHAPES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "bold name": (
        "**Bram Tollef:** We drained it.\n\n**Oda Quint:** All of it?\n\n"
        "**Bram Tollef:** Most of it.\n\n**Oda Quint:** Good.\n",
        [(BRAM, "We drained it."), (ODA, "All of it?"), (BRAM, "Most of it."), (ODA, "Good.")],
    ),
    "bold name, escaped time": (
        "**Bram Tollef:** \\[04:11\\] We drained it.\n\n"
        "**Oda Quint:** \\[04:15.20\\] All of it?\n\n"
        "**Bram Tollef:** \\[01:04:16\\] Most.\n\n**Oda Quint:** Good.\n",
        [(BRAM, "We drained it."), (ODA, "All of it?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "bold name on its own line": (
        "**Bram Tollef:**\n\nWe drained it.\n\nTwice, in fact.\n\n**Oda Quint:**\n\nAll of it?\n\n"
        "**Bram Tollef:**\n\nMost.\n\n**Oda Quint:**\n\nGood.\n",
        [
            (BRAM, "We drained it. Twice, in fact."),
            (ODA, "All of it?"),
            (BRAM, "Most."),
            (ODA, "Good."),
        ],
    ),
    "colon and space inside the bold": (
        "**Bram Tollef: **We drained it.\n\n**Oda Quint: **All?\n\n**Bram Tollef: **Most.\n\n"
        "**Oda Quint: **Good.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "continued paragraph with a time": (
        "**Bram Tollef:** \\[04:01\\] We drained it.\n\n\\[04:08\\] And then we left.\n\n"
        "**Oda Quint:** \\[04:15\\] All?\n\n**Bram Tollef:** Most.\n\n**Oda Quint:** Good.\n",
        [
            (BRAM, "We drained it. \\[04:08\\] And then we left."),
            (ODA, "All?"),
            (BRAM, "Most."),
            (ODA, "Good."),
        ],
    ),
    "name and time on their own line": (
        "Bram Tollef: 00:12:31\n\nWe drained it.\nAll day.\n\nOda Quint: 00:12:40\n\nAll?\n\n"
        "Bram Tollef: 00:12:44\n\nMost.\n\nOda Quint: 00:12:50\n\nGood.\n",
        [(BRAM, "We drained it. All day."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "speakers without names": (
        "Speaker 0: 00:00:01\n\nWe drained it.\n\nSpeaker 1: 00:00:09\n\nAll?\n\n"
        "Speaker 0: 00:00:12\n\nMost.\n\nUnknown Speaker 1: 01:13:19\n\nGood.\n\n"
        "Speaker 1: 01:13:22\n\nWho is this?\n",
        [
            ("Speaker 0", "We drained it."),
            ("Speaker 1", "All?"),
            ("Speaker 0", "Most."),
            ("Unknown Speaker 1", "Good."),
            ("Speaker 1", "Who is this?"),
        ],
    ),
    "name on its own line": (
        "Bram Tollef:\n\nWe drained it.\n\nKite (Oda Quint):\n\nAll?\n\nBram Tollef:\n\nMost.\n\n"
        "Kite (Oda Quint):\n\nGood.\n",
        [
            (BRAM, "We drained it."),
            ("Kite (Oda Quint)", "All?"),
            (BRAM, "Most."),
            ("Kite (Oda Quint)", "Good."),
        ],
    ),
    "name, one blank, time": (
        "Bram Tollef 00:31:57\nWe drained it.\n\nOda Quint 00:32:10\nAll?\n\n"
        "Bram Tollef 00:32:15\nMost.\n\nOda Quint 00:32:19\nGood.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "Otter": (
        "Bram Tollef  55:21  \nWe drained it.\n\nUnknown Speaker  55:34  \nAll?\n\n"
        "0:15  \nHm.\n\nBram Tollef  56:01  \nMost.\n\nUnknown Speaker  56:20  \nGood.\n\n"
        "Transcribed by https://otter.ai\n",
        [
            (BRAM, "We drained it."),
            ("Unknown Speaker", "All?"),
            ("", "Hm."),
            (BRAM, "Most."),
            ("Unknown Speaker", "Good."),
        ],
    ),
    "Teams, pasted": (
        "Oda Quint started transcription\n\nBram Tollef   0:03\nWe drained it.\nAll day.\n\n"
        "Oda Quint   0:27\nAll?\n\nBram Tollef   1:32\nMost.\n\nOda Quint   1:40\nGood.\n\n"
        "Oda Quint stopped transcription\n",
        [(BRAM, "We drained it. All day."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "bold name, linked time": (
        "**Bram** [1:53](https://vid.example/w&t=113):  We drained it.\n\n"
        "**Oda** [2:01](https://vid.example/w&t=121):  All?\n\n"
        "**Bram** [2:10](https://vid.example/w&t=130)\n\nMost.\n\n"
        "**Oda** [2:15](https://vid.example/w&t=135):  Good.\n",
        [("Bram", "We drained it."), ("Oda", "All?"), ("Bram", "Most."), ("Oda", "Good.")],
    ),
    "bold name, time in parentheses": (
        "**Bram Tollef**  (1:00:49)  \nWe drained it.\n\n**Oda Quint**  (1:00:55)  \nAll?\n\n"
        "**Bram Tollef**  (1:01:02)  \nMost.\n\n**Oda Quint:** 01:01:10\n\nGood.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "bold name alone, no colon": (
        "**Bram**\n\nWe drained it.\n\n**Oda**\n\nAll?\n\n**Bram**\n\nMost.\n\n**Oda**\n\nGood.\n",
        [("Bram", "We drained it."), ("Oda", "All?"), ("Bram", "Most."), ("Oda", "Good.")],
    ),
    "colon outside the bold": (
        "**Bram**: We drained it.\n\n**Oda**: All?\n\n**Bram**: Most.\n\n**Oda**: Good.\n",
        [("Bram", "We drained it."), ("Oda", "All?"), ("Bram", "Most."), ("Oda", "Good.")],
    ),
    "time in parentheses before the colon": (
        "Bram Tollef (00:30): We drained it.\nOda Quint (00:41): All?\nBram Tollef (00:50): Most.\n"
        "Oda Quint (00:55): Good.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "initials": (
        "BT: We drained it.\n\nOQ: All?\n\nBT: Most.\n\nOQ: Good.\n",
        [("BT", "We drained it."), ("OQ", "All?"), ("BT", "Most."), ("OQ", "Good.")],
    ),
    "handles": (
        "bramt: We drained it.\n\nodaq: All?\n\nbramt: Most.\n\nodaq: Good.\n\nbramt: Yes.\n\n"
        "odaq: And now?\n",
        [
            ("bramt", "We drained it."),
            ("odaq", "All?"),
            ("bramt", "Most."),
            ("odaq", "Good."),
            ("bramt", "Yes."),
            ("odaq", "And now?"),
        ],
    ),
    "questions and answers": (
        "Q: Did you drain it?\n\nA: Yes.\n\nQ: All?\n\nA: Most.\n",
        [("Q", "Did you drain it?"), ("A", "Yes."), ("Q", "All?"), ("A", "Most.")],
    ),
    "the audience": (
        "Bram Tollef: 00:00:15\n\nWe drained it.\n\nAudience 1: 00:42:29\n\nAll?\n\n"
        "Bram Tollef: 00:42:40\n\nMost.\n\nAudience member: 00:43:01\n\nGood.\n\n"
        "Bram Tollef: 00:43:10\n\nYes.\n\nAudience 1: 00:43:20\n\nI see.\n",
        [
            (BRAM, "We drained it."),
            ("Audience 1", "All?"),
            (BRAM, "Most."),
            ("Audience member", "Good."),
            (BRAM, "Yes."),
            ("Audience 1", "I see."),
        ],
    ),
    "plain names, a line a turn": (
        "Bram Tollef: We drained it.\nOda Quint: All?\nBram Tollef: Most.\nOda Quint: Good.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "air to ground": (
        "[-00:00:00:03]\nLCC: 3, 2, --\n\n[00:00:00:02]\n_page : 8\n_tape : Tape 1/1\n"
        "CDR: The clock is\n     running.\n\n[00:00:00:09]\nLCC: [glossary:GO].\n\n"
        "[00:00:02:48]\nCDR: Roger.\n",
        [
            ("LCC", "3, 2, --"),
            ("CDR", "The clock is running."),
            ("LCC", "[glossary:GO]."),
            ("CDR", "Roger."),
        ],
    ),
    "court, a line a turn": (
        'MR. CHIEF JUSTICE MARLOW: "We will hear it."\nMR. TOLLEF: "May it please the Court."\n'
        'MR. CHIEF JUSTICE MARLOW: "Go on."\nMR. TOLLEF: "We drained it."\n',
        [
            ("MR. CHIEF JUSTICE MARLOW", '"We will hear it."'),
            ("MR. TOLLEF", '"May it please the Court."'),
            ("MR. CHIEF JUSTICE MARLOW", '"Go on."'),
            ("MR. TOLLEF", '"We drained it."'),
        ],
    ),
    "court, numbered lines": (
        "                      3\n\n 1             JUSTICE ANSTY:  Who drained\n 2   it, counsel?\n"
        " 3             MS. TOLLEF:  We\n 4   did.\n 5             (Laughter.)\n\n"
        "            Kestrel Reporting\n\f\n                      4\n\n 1   All of it.\n"
        " 2             JUSTICE ANSTY:  I see.\n 3             MS. TOLLEF:  Good.\n\n"
        "            Kestrel Reporting\n",
        [
            ("JUSTICE ANSTY", "Who drained it, counsel?"),
            ("MS. TOLLEF", "We did. (Laughter.) All of it."),
            ("JUSTICE ANSTY", "I see."),
            ("MS. TOLLEF", "Good."),
        ],
    ),
    "deposition": (
        "                  EXAMINATION\nBY MR. TOLLEF:\n     Q.   Who drained it?\n"
        "     A.   I did.\n"
        "     Q.   All of it?\n          MS. OSE:  Objection.\n          THE WITNESS:  Most.\n"
        "BY MS. OSE:\n     Q.   Good.\n     A.   Yes.\n",
        [
            ("Q", "Who drained it?"),
            ("A", "I did."),
            ("Q", "All of it?"),
            ("MS. OSE", "Objection."),
            ("THE WITNESS", "Most."),
            ("Q", "Good."),
            ("A", "Yes."),
        ],
    ),
    "hearing": (
        "    The subcommittee met at 10:05 a.m.\n\n"
        "    Mr. Tollef of North Fern. We drained it. All\n"
        "day.\n    And all night.\n    Ms. Tollef of South Fern. All of it?\n"
        "    Senator Ose [presiding]. Order.\n    The Chairwoman. Thank you.\n",
        [
            ("Mr. Tollef of North Fern", "We drained it. All day. And all night."),
            ("Ms. Tollef of South Fern", "All of it?"),
            ("Senator Ose [presiding]", "Order."),
            ("The Chairwoman", "Thank you."),
        ],
    ),
    "voice tags": (
        "WEBVTT\n\n6a45-bd90/11-0\n00:00:03.200 --> 00:00:09.395\n"
        "<v Bram Tollef>We drained\nit.</v>\n\n"
        "6a45-bd90/12-0\n00:00:09.395 --> 00:00:15.080\n<v.loud Oda Quint>All?\n\n"
        "6a45-bd90/13-0\n00:00:15.080 --> 00:00:17.000\n<v Oda Quint>All of it?</v>\n",
        [(BRAM, "Bram Tollef: We drained it."), (ODA, "Oda Quint: All? All of it?")],
    ),
    "chevrons": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n>> BRAM: We drained\n\n00:02.000 --> 00:03.000\nit.\n\n"
        "00:03.000 --> 00:04.000\n>> All? >> Most.\n",
        [("BRAM", ">> BRAM: We drained it."), ("", ">> All?"), ("", ">> Most.")],
    ),
    "dashes": (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n- We drained it.\n- All?\n\n"
        "00:02.000 --> 00:03.000\n- Oh. - Like this.\n",
        [("", "- We drained it."), ("", "- All?"), ("", "- Oh."), ("", "- Like this.")],
    ),
    "names in cues": (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nBram Tollef: We drained\n\n"
        "2\n00:00:02.000 --> 00:00:03.000\nBram Tollef: all of it.\n\n"
        "3\n00:00:03.000 --> 00:00:04.000\nOda Quint: All?\n\n"
        "4\n00:00:04.000 --> 00:00:05.000\nBram Tollef: Yes.\n\n"
        "5\n00:00:05.000 --> 00:00:06.000\nOda Quint: Good.\n",
        [
            (BRAM, "Bram Tollef: We drained all of it."),
            (ODA, "Oda Quint: All?"),
            (BRAM, "Bram Tollef: Yes."),
            (ODA, "Oda Quint: Good."),
        ],
    ),
    "Zoom chat": (
        "00:05:09\tBram T:\tWe drained it.\nAll day.\n\nAnd all night.\n00:05:19\tOda Q:\tAll?\n"
        "00:05:29\tBram T:\tMost.\n",
        [
            ("Bram T", "We drained it. All day. And all night."),
            ("Oda Q", "All?"),
            ("Bram T", "Most."),
        ],
    ),
    "old Zoom chat": (
        "10:00:49 From  Bram  to  Everyone:\n\tWe drained it.\n"
        "10:01:00 From Oda to Everyone : All?\n"
        "10:01:10 From  Bram  to  Oda(Direct Message):\n\tMost.\n",
        [("Bram", "We drained it."), ("Oda", "All?"), ("Bram", "Most.")],
    ),
    "IRC": (
        "[10:02] <bramt> We drained it.\n[10:03] <@odaq> All?\n[10:03] -!- wen has joined #fern\n"
        "[10:04] * bramt waves\n[10:05] <odaq> Good.\n",
        [("bramt", "We drained it."), ("odaq", "All?"), ("bramt", "waves"), ("odaq", "Good.")],
    ),
    "Slack, pasted": (
        "Bram Tollef  10:02 AM\nWe drained it.\n:tada:\n3\nOda Quint  10:05 AM\nAll?\n3 replies\n"
        "----- Tuesday, January 6th -----\n"
        "Bram Tollef  9:01 AM\nMost.\nOda Quint  9:02 AM\nGood.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "Slack, exported": (
        '[\n  {"type": "message", "text": "We \\"drained\\" it.\\nAll day.", "user": "U0BRAM",'
        ' "ts": "1925373600.000100"},\n'
        '  {"user": "U0ODA", "text": "All?", "reactions": [{"name": "tada", "count": 1}]}\n]',
        [("U0BRAM", 'U0BRAM: We "drained" it. All day.'), ("U0ODA", "U0ODA: All?")],
    ),
    "utterances": (
        '{"utterances": [{"speaker": 0, "start": 0.5, "end": 2.0, "transcript": "We drained it.",'
        ' "words": [{"word": "We"}]}, '
        '{"speaker": 1, "start": 2.5, "end": 3.0, "transcript": "All?"}]}',
        [("Speaker 0", "Speaker 0: We drained it."), ("Speaker 1", "Speaker 1: All?")],
    ),
    "Meet": (
        "# Transcript\n\nJan 5, 2031\n\n## Ledger sync - Transcript\n\n### 00:00:00\n   \n"
        "**Bram Tollef:** We drained it.  \n**Oda Quint:** All?  \n### 00:05:10\n   \n"
        "**Bram Tollef:** Most.  \n**Oda Quint:** Good.  \n\n"
        "### Transcription ended after 00:42:17\n\n"
        "*This editable transcript was computer generated and might contain errors.*\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "a play": (
        "ACT I\n\nSCENE I\tA reservoir.\n\nBRAM\tWe drained it,\n\tall day.\n\nODA\tAll?\n\n"
        "BRAM\tMost.\n\n\t[Exeunt]\n\nSCENE II\tA tram.\n\nODA\tGood.\n",
        [
            ("BRAM", "We drained it, all day."),
            ("ODA", "All?"),
            ("BRAM", "Most. [Exeunt]"),
            ("ODA", "Good."),
        ],
    ),
    "bullets": (
        "* Bram: We drained it.\n  * Oda: All?\n* Bram: Most.\n  * Oda: Good.\n",
        [("Bram", "We drained it."), ("Oda", "All?"), ("Bram", "Most."), ("Oda", "Good.")],
    ),
    "interview": (
        "Interviewer: OQ\nParticipant: P07\n\n[00:00:10] INTERVIEWER: Who drained it?\n\n"
        "P07 (cont.): We did. [crosstalk 00:02:33] All day.\n\nINTERVIEWER: All?\n\nP07: Most.\n",
        [
            ("INTERVIEWER", "Who drained it?"),
            ("P07", "We did. [crosstalk 00:02:33] All day."),
            ("INTERVIEWER", "All?"),
            ("P07", "Most."),
        ],
    ),
    "Zoom captions": (
        "[Bram Tollef] 10:02:11\nWe drained it.\n\n[Oda Quint] 10:02:31\nAll?\n\n"
        "[Bram Tollef] 10:02:41\nMost.\n\n[Oda Quint] 10:02:51\nGood.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "last name first": (
        "Tollef, Bram   0:03\nWe drained it.\n\nQuint, Oda (External)   0:27\nAll?\n\n"
        "Tollef, Bram   1:32\nMost.\n\nWen Ansty   1:40\nGood.\n\nWen Ansty   1:42\nYes.\n",
        [
            ("Tollef, Bram", "We drained it."),
            ("Quint, Oda (External)", "All?"),
            ("Tollef, Bram", "Most."),
            ("Wen Ansty", "Good."),
            ("Wen Ansty", "Yes."),
        ],
    ),
    "time, name, alone": (
        "[00:00:03] Bram Tollef\nWe drained it.\n\n00:00:10 - Oda Quint\nAll?\n\n"
        "[00:00:13] Bram Tollef\nMost.\n\n00:00:20 - Oda Quint\nGood.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "name above a time": (
        "Bram Tollef\n0:03\nWe drained it.\nOda Quint\n0:10\nAll?\n"
        "Bram Tollef\n0:13\nMost.\nOda Quint\n0:20\nGood.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "time without brackets": (
        "00:00:03 Bram Tollef: We drained it.\n00:00:10 Oda Quint: All?\n"
        "00:00:13 - Bram Tollef: Most.\n00:00:20 Oda Quint: Good.\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "chat with dates": (
        "5/1/31, 10:02 - Messages are sealed.\n5/1/31, 10:03 - Bram Tollef: We drained it.\n"
        "5/1/31, 10:04 - Oda Quint: All\nof it?\n5/1/31, 10:04 - Wen Ansty left\n"
        "5/1/31, 10:05 - Bram Tollef: Most.\n",
        [(BRAM, "We drained it."), (ODA, "All of it?"), (BRAM, "Most.")],
    ),
    "chat with dates in brackets": (
        "[05.01.31, 10:02:11] Bram Tollef: We drained it.\n[05.01.31, 10:03:04] Oda Quint: All?\n",
        [(BRAM, "We drained it."), (ODA, "All?")],
    ),
    "IRC with dates and notices": (
        "2031-01-05 10:02:00 <bramt> We drained it.\n2031-01-05 10:03:00 <odaq> All?\n"
        "[10:04:00] *** Joins: wen\n[10:04:30] *wen waves*\n[10:05:00] <bramt> Most.\n",
        [("bramt", "We drained it."), ("odaq", "All?"), ("bramt", "Most.")],
    ),
    "name in brackets": (
        "[SPEAKER_00]: We drained it.\n[SPEAKER_01]: All?\n[SPEAKER_00]: Most.\n"
        "[SPEAKER_01]: Good.\n",
        [
            ("SPEAKER_00", "We drained it."),
            ("SPEAKER_01", "All?"),
            ("SPEAKER_00", "Most."),
            ("SPEAKER_01", "Good."),
        ],
    ),
    "bold question, plain answer": (
        "**Q: Did you drain it?**\n\nA: Yes.\n\n**Q: All?**\n\nA: Most.\n",
        [("Q", "Did you drain it?**"), ("A", "Yes."), ("Q", "All?**"), ("A", "Most.")],
    ),
    "bold name, plain name": (
        "**Interviewer:** Did you drain it?\n\nBram Tollef: Yes.\n\n**Interviewer:** All?\n\n"
        "Bram Tollef: Most.\n\n**Interviewer:** When?\n\nBram Tollef: At noon.\n",
        [
            ("Interviewer", "Did you drain it?"),
            (BRAM, "Yes."),
            ("Interviewer", "All?"),
            (BRAM, "Most."),
            ("Interviewer", "When?"),
            (BRAM, "At noon."),
        ],
    ),
    "bold with its first turn": (
        "**TRAM NEWS: Did you drain it?**\n\n**QUINT:** Yes.\n\n**TRAM NEWS:** All?\n\n"
        "**QUINT:** Most.\n",
        [
            ("TRAM NEWS", "Did you drain it?**"),
            ("QUINT", "Yes."),
            ("TRAM NEWS", "All?"),
            ("QUINT", "Most."),
        ],
    ),
    "names with offices": (
        "Operator: Good day to you.\n\nBram Tollef -- Fern Bank -- Analyst: Did you drain it?\n\n"
        "Oda Quint - Chief Executive: Yes.\n\nBram Tollef -- Fern Bank -- Analyst: All?\n\n"
        "Oda Quint - Chief Executive: Most.\n\nWen Ansty, CFO: I add this.\n\n"
        "Oda Quint & Wen Ansty: Ha.\n\nOda Quint - Chief Executive: Good.\n\n"
        "Mr. Ose (Fern Lake, GRN): Well.\n\nModerator: Next.\n",
        [
            ("Operator", "Good day to you."),
            ("Bram Tollef -- Fern Bank -- Analyst", "Did you drain it?"),
            ("Oda Quint - Chief Executive", "Yes."),
            ("Bram Tollef -- Fern Bank -- Analyst", "All?"),
            ("Oda Quint - Chief Executive", "Most."),
            ("Wen Ansty, CFO", "I add this."),
            ("Oda Quint & Wen Ansty", "Ha."),
            ("Oda Quint - Chief Executive", "Good."),
            ("Mr. Ose (Fern Lake, GRN)", "Well."),
            ("Moderator", "Next."),
        ],
    ),
    "names as calls show them": (
        "WEBVTT\n\n1\n00:01.000 --> 00:02.000\nBram Tollef: We drained it.\n\n"
        "2\n00:02.000 --> 00:03.000\nOda Quint (she/her): All?\n\n"
        "3\n00:03.000 --> 00:04.000\niPhone (2): Hello?\n\n"
        "4\n00:04.000 --> 00:05.000\nBram Tollef: Most.\n\n"
        "5\n00:05.000 --> 00:06.000\nwen-ose7: Good.\n\n"
        "6\n00:06.000 --> 00:07.000\nBram Tollef: Note: it is late.\n",
        [
            (BRAM, "We drained it."),
            ("Oda Quint (she/her)", "All?"),
            ("iPhone (2)", "Hello?"),
            (BRAM, "Most."),
            ("wen-ose7", "Good."),
            (BRAM, "Note: it is late."),
        ],
    ),
    "answers without a point": (
        "     Q    Who drained it?\n     A    I did.\n     Q    All of it?\n     A    Most.\n",
        [("Q", "Who drained it?"), ("A", "I did."), ("Q", "All of it?"), ("A", "Most.")],
    ),
    "court, arguments": (
        "JUSTICE ANSTY:  We will hear you.\n           ORAL ARGUMENT OF ODA QUINT\n"
        "           ON BEHALF OF THE TRAM\nMS. QUINT:  We drained it.\nJUSTICE ANSTY:  All?\n"
        "MS. QUINT:  Most.\n",
        [
            ("JUSTICE ANSTY", "We will hear you."),
            ("MS. QUINT", "We drained it."),
            ("JUSTICE ANSTY", "All?"),
            ("MS. QUINT", "Most."),
        ],
    ),
    "Zoom chat to nobody": (
        "10:02:11\t From Bram Tollef : We drained it.\n10:02:31\t From Oda Quint : All?\n",
        [(BRAM, "We drained it."), (ODA, "All?")],
    ),
    "Meet, ended": (
        "Bram Tollef: We drained it.\nOda Quint: All?\n00:05:00\nBram Tollef: Most.\n"
        "Oda Quint: Good.\nMeeting ended after 00:12:33 \U0001f44b\n",
        [(BRAM, "We drained it."), (ODA, "All?"), (BRAM, "Most."), (ODA, "Good.")],
    ),
    "parliament": (
        "Oral Answers\n\n1. Oda Quint (North Fern) (Ind): Who drained it?\n10.00 am\n\n"
        "The Secretary of State for Ferries (Bram Tollef): We did.\n\n"
        "2. Oda Quint (North Fern) (Ind): All?\n\nMr Speaker: Order.\n\n"
        "The Secretary of State for Ferries (Bram Tollef): Most.\n",
        [
            ("Oda Quint (North Fern) (Ind)", "Who drained it? 10.00 am"),
            ("The Secretary of State for Ferries (Bram Tollef)", "We did."),
            ("Oda Quint (North Fern) (Ind)", "All?"),
            ("Mr Speaker", "Order."),
            ("The Secretary of State for Ferries (Bram Tollef)", "Most."),
        ],
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
def test_turns_of_a_shape(shape: str, end: str) -> None:
    text, expected = SHAPES[shape]
    if shape == "Slack, exported":
        end = "\n"
    found = turns_of(text.replace("\n", end))
    assert [name for name, _ in found] == [name for name, _ in expected]
    for (_, got), (_, said) in zip(found, expected, strict=True):
        assert got.endswith(said)


def test_times_without_names_are_cues_and_no_turns() -> None:
    text = "00:00:06 We drained\n00:00:08 all of it.\n00:00:11 Did we?\n"
    assert speakers_of(text) == []
    chunks = [chunk.body for chunk in splitter(24).split(text)]
    assert chunks == ["We drained\nall of it.", "Did we?"]


def test_times_on_lines_of_their_own_are_cues() -> None:
    text = (
        "0:00\nwe drained\n0:03\nall of it\n0:07\nOkay\n0:11\nYeah\n1:00:02\nOkay\n1:00:05\nYeah\n"
    )
    assert speakers_of(text) == []
    first, *_, last = splitter(24).split(text)
    assert first.body == "we drained\nall of it"
    assert first.metadata["end_time"] == 3.0
    assert last.metadata["end_time"] == 3605.0


def test_times_with_an_end_are_left_out_whole() -> None:
    text = "".join(f"[00:0{n}.000 --> 00:0{n + 1}.000]  We drained it.\n" for n in range(4))
    chunks = splitter(200).split(text)
    assert [chunk.body for chunk in chunks] == ["\n".join(["We drained it."] * 4)]
    assert chunks[0].metadata["end_time"] == 4.0


def test_captions_below_their_times_name_nobody() -> None:
    text = "".join(f"00:0{n}:01 {word}\n" for n, word in enumerate(["Okay", "Yeah"] * 4))
    assert speakers_of(text) == []
    assert speakers_of(text + "00:09:01 and we drained it\n" * 9) == []

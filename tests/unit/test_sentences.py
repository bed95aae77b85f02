"""Where sentences end.

A case shows the cuts as bars: ``"One. |Two."`` is the text ``"One. Two."``, cut in front of the T.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from chunkladder import sentences
from chunkladder.sentences import BLOCK, sentence_cuts


def cuts_of(text: str) -> list[int]:
    return list(sentence_cuts(text, 0, len(text)))


def barred(text: str) -> str:
    """Return a text with a bar at each cut."""
    edges = [0, *cuts_of(text), len(text)]
    return "|".join(text[begin:end] for begin, end in pairwise(edges))


LATIN = [
    # Plain.
    "One. |Two! |Three? |Four.",
    "He left.  |She stayed.",
    "One.\n|Two.\r\n|Three.",
    "One. |two. |Three.",
    "Привет. |Как дела? |Хорошо.",
    "He left.\xa0|She stayed.",
    "No end",
    "",
    "...",
    # Abbreviations.
    "Dr. Smith left. |He was tired.",
    "Mr. and Mrs. Jones came. |All left.",
    "Prof. Dr. Meyer spoke. |We slept.",
    "Gen. Lee, Sen. Smith and Rev. King met. |All spoke.",
    "See e.g. the manual. |It helps.",
    "A mammal, i.e. a dog. |It barks.",
    "The U.S. Army came. |It left.",
    "The U.K. and the U.S. are far. |Yes.",
    "It opens at 5 p.m. on Monday. |Come early.",
    "We met at 5 p.m. |They left.",
    "Acme Inc. sold it. |Bob bought it.",
    "See fig. 3. |It shows it.",
    "See pp. 3 and 4, cf. Smith. |It holds.",
    "Smith v. Jones, 5 U.S. 3 (1990). |It held so.",
    "George W. Bush won. |He smiled.",
    "St. Louis is big. |It is old.",
    "A Ph.D. student came. |She stayed.",
    # Initials.
    "J. Smith left. |She stayed.",
    "J. R. R. Tolkien wrote it. |I read it.",
    "It is by J.R.R. Tolkien. |I read it.",
    # Numbers and names with a point.
    "Pi is 3.14 or so. |Good.",
    "It costs $3.50. |Cheap.",
    "Version 2.0.1 is out. |Get it.",
    "Visit example.com now. |Bye.",
    # Quotes and closing brackets belong to the sentence they close.
    'He said "Stop." |Then he left.',
    '"Stop!" he said. |He left.',
    'He said "Why?" and left. |We stayed.',
    "She said ‘Go.’ |He went.",
    "She said “‘Go.’” |He went.",
    "(It was late.) |We left.",
    "It was late (very late). |We left.",
    "[Stop.] |Go.",
    "«Allez.» |Il part.",
    "« Allez. » |Il part.",
    "Er sagte: „Geh.“ |Sie ging.",
    "Er sagte: „Geh!“ |Sie ging.",
    "»Geh.« |Sie ging.",
    # Ellipsis and marks in a row.
    "Wait... what? |Yes.",
    "Well… maybe. |Yes.",
    "Wait… |What? |Yes.",
    "Really?! |Yes.",
    "No!!! |Yes.",
]

OTHER_SCRIPTS = [
    # Chinese and Japanese need no space; a closing mark belongs to the sentence.
    "田中の猫はかわいいですね。|日本語上手。",
    "「はい。」|次へ。",
    "『終わり。』|次。",
    "（終わり。）|次。",
    "本当？！|はい。",
    "真的！|真的？|真的。",
    "他说：“好。”|她走了。",
    "终于，好了。|走吧；再见。",
    "速い。 |遅い。",
    "好。\n|好。",
    "A｡|B｡",
    "终于．|下一句．",
    "円周率は３．１４です。|次。",
    "版2．0です。|次。",
    # Devanagari and its kin.
    "यह है। |वह है।",
    "अंत॥ |नया।",
    "मूल्य ३.५० है। |ठीक।",
    # Arabic and Urdu.
    "هل أنت؟ |نعم. |أنا هنا.",
    "یہ ہے۔ |وہ ہے۔",
    # Ethiopic, Khmer, Burmese, Tibetan, Armenian.
    "ሰላም። |ደህና።",
    "ጥያቄ፧ |መልስ፨ |ሌላ።",
    "សួស្តី។ |ល្អ៕ |ចប់។",
    "မင်္ဂလာပါ။ |ကောင်း။",
    "བོད།|ཡིག༎ |གཉིས།",
    "Բարեւ։ |Ինչպես ես։",
    # Together.
    "He said 你好。|Then he left. |再见。",
]


@pytest.mark.parametrize("case", LATIN)
def test_a_sentence_of_an_alphabet_ends_where_a_reader_ends_it(case: str) -> None:
    assert barred(case.replace("|", "")) == case


@pytest.mark.parametrize("case", OTHER_SCRIPTS)
def test_full_stops_of_other_scripts_need_no_space(case: str) -> None:
    assert barred(case.replace("|", "")) == case


def test_a_full_stop_ends_a_sentence_across_the_edge_of_the_stretch() -> None:
    text = "One. Two. Three. Four."
    assert list(sentence_cuts(text, 5, 16)) == [10]
    assert list(sentence_cuts(text, 5, 17)) == [10]
    assert list(sentence_cuts(text, 7, 7)) == []


WORDS = [
    "Dr. Who",
    "left",
    "at 5 p.m.",
    "in the U.S.",
    "3.14",
    "end.",
    "What?",
    '"Go!"',
    "好。",
    "…",
]


def prose(seed: int, length: int) -> str:
    rng = random.Random(seed)
    words: list[str] = []
    while sum(map(len, words)) < length:
        words.append(rng.choice(WORDS) if rng.random() < 0.5 else "word" * rng.randint(1, 30))
    return " ".join(words)


@pytest.mark.parametrize("seed", range(20))
def test_blocks_give_the_cuts_of_one_block(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = prose(seed, 4000)
    monkeypatch.setattr(sentences, "BLOCK", len(text))
    whole = cuts_of(text)
    monkeypatch.setattr(sentences, "BLOCK", 400)
    assert cuts_of(text) == whole


@pytest.mark.parametrize("length", [BLOCK // 2, BLOCK - 10, BLOCK, BLOCK + 10, 2 * BLOCK])
def test_a_sentence_may_be_as_long_as_it_likes(length: int) -> None:
    first, second = "A" + "a" * length + ". ", "B" + "b" * length + ". "
    assert cuts_of(first + second + "C.") == [len(first), len(first + second)]
    first, second = "一" * length + "。", "二" * length + "。"
    assert cuts_of(first + second + "三。") == [len(first), len(first + second)]


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "unit",
    [
        "x",
        "word ",
        "词",
        ".",
        "?",
        "!?",
        "…",
        '."',
        "a.",
        "A. ",
        "Dr. ",
        "3.1 ",
        "。",
        "。」",
        ". ",
        "\n",
    ],
)
def test_a_line_of_a_million_characters_is_quick(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    cuts = list(sentence_cuts(text, 0, len(text)))
    assert cuts == sorted(set(cuts))

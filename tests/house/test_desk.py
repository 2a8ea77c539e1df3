"""The inspectors' screens: each role is offered what it may do now and nothing else, and what is offered works."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction
from django.utils import translation
from django.utils.timezone import localtime

from table.models import Alert, Display, Person, Table
from table.play import declaration
from table.record.door import proposals
from table.rules.houses import ADMIRAL, HOUSES, MALTA, VENEZIA
from table.rules.profile import Profile, Role
from table.screens.audiences import WATCHERS, staff_view
from table.screens.inspector import decisions
from table.screens.inspector import desk as desks
from table.screens.inspector import tile as tiles
from table.screens.inspector.buttons import office
from table.screens.inspector.tile import turnover
from table.screens.read.snapshot import LATEST_ENTRIES
from table.screens.regions import Region, render
from table.script.simulation import usual_limits
from tests.croupier.coups import close, deal, play
from tests.croupier.situations import SITUATIONS, in_phase
from tests.house.long_record import lay_past
from tests.house.reader import LANGUAGES
from tests.house.test_pace import COUP, COUP_SECONDS, acts
from tests.rig.pressing import Buttons
from tests.rig.sampling import sampled
from tests.rig.tables import AtTable, Somebody, new_table, ready_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db
BY_WHO_LOOKS = {"sign_on", "sign_off"}
"""Which of the two is shown, the page knows: it depends on who looks, and a region is the same for a whole role."""
MOST_STATEMENTS = {"tile": 17, "desk": 22}
COURSE: list[tuple[str, str, dict[str, Any]]] = [
    ("dealer", "open_bets", {}),
    ("dealer", "place", {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000}),
    ("dealer", "mark", {"position": "2"}),
    ("dealer", "close_bets", {"said": True}),
    ("dealer", "deal", {}),
    ("ispettore", "suspend", {}),
    ("ispettore", "sign_off", {}),
]
STEPS = [{"verb": "mark", "given": {"position": "2"}}]


class Offered(HTMLParser):
    """What a region offers to press: whole presses, and the acts of its forms; and all that it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.presses: list[list[dict[str, Any]]] = []
        self.forms: set[str] = set()
        self.opens: set[str] = set()
        self.ids: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.presses += [json.loads(given["data-press"])] if "data-press" in given else []
        self.forms |= {step["verb"] for step in json.loads(given.get("data-steps", "[]"))}
        self.opens |= {given["data-opens"]} if "data-opens" in given else set()
        self.ids += [given["id"]] if "id" in given else []

    def handle_data(self, data: str) -> None:
        self.words += data

    @property
    def verbs(self) -> set[str]:
        """Every act that can be done from here."""
        return self.forms | {step["verb"] for press in self.presses for step in press}


def drawn(table: AtTable, region: str, language: str = "en") -> str:
    """A region as its screens show it."""
    snapshot = table.snapshot
    with translation.override(language):
        return render(snapshot, Region(region, language))


def desk(table: AtTable, role: Role) -> Offered:
    """The desk of a role."""
    return Offered(drawn(table, f"desk:{role}") + drawn(table, f"desk_sheets:{role}"))


def offers(situation: str) -> Iterator[tuple[AtTable, Somebody, Offered]]:
    """The desk of every role in a situation."""
    table = SITUATIONS[situation]()
    for role in sorted(WATCHERS):
        yield table, table.cast.with_role(role), desk(table, role)


# --- what is offered


@pytest.mark.parametrize("situation", sampled(SITUATIONS, one_in=3))
def test_a_role_is_offered_what_it_may_do_and_every_button_does_it(situation: str) -> None:
    for table, somebody, offered in offers(situation):
        role = Role(somebody.person.role)
        state = table.state
        held = state.coup is not None and state.coup.held
        allowed = declaration.allowed(role, state.table.status, state.phase, held=held)
        assert offered.verbs <= allowed, role
        for steps in offered.presses:
            if not BY_WHO_LOOKS & {step["verb"] for step in steps}:
                _press_and_take_back(somebody, steps)


def _press_and_take_back(somebody: Somebody, steps: list[dict[str, Any]]) -> None:
    with transaction.atomic():
        somebody.presses(*((step["verb"], step["given"]) for step in steps))
        transaction.set_rollback(True)


@pytest.mark.parametrize("situation", ["closed", "idle", "in betting", "held"])
def test_every_sheet_that_is_opened_is_there_once(situation: str) -> None:
    for _table, somebody, offered in offers(situation):
        # What has gone wrong is a region of its own, with the sheets in which it is reported.
        assert offered.opens <= {*offered.ids, "incident"}, somebody.person.role
        assert len(offered.ids) == len(set(offered.ids))


def test_sheets_stay_in_their_places_when_the_table_moves() -> None:
    """One that is open would close if it were taken out and put back."""
    table = ready_table()
    before = desk(table, Role.ISPETTORE_GIOCO).ids
    for who, verb, given in COURSE:
        getattr(table.cast, who).does(verb, **given)
        assert desk(table, Role.ISPETTORE_GIOCO).ids == before, verb
    assert "sheet-limits" in before


def test_the_ispettore_comunale_watches_and_writes_and_commands_nothing() -> None:
    assert desk(in_phase("betting"), Role.ISPETTORE_COMUNALE).verbs == {"annotate", "sign_on", "sign_off"}


def test_the_capo_isola_gives_seats_and_suspends_nothing() -> None:
    offered = desk(ready_table(seats=3), Role.CAPO_ISOLA).verbs
    assert {"assign", "release", "reserve", "annotate"} <= offered
    assert not {"suspend", "set_limits", "close_table", "order_blank"} & offered


@pytest.mark.parametrize("profile", [VENEZIA, MALTA, ADMIRAL], ids=lambda profile: profile.key)
def test_limits_and_suspension_are_offered_to_who_decides_them_in_the_house(profile: Profile) -> None:
    table = ready_table(profile)
    for role in (Role.ISPETTORE_GIOCO, Role.DIREZIONE):
        offered = desk(table, role).verbs
        assert ("set_limits" in offered) == (profile.limits_decided_by == role)
        assert ("suspend" in offered) == (role in (profile.suspended_by, Role.DIREZIONE))


def test_a_closed_table_is_opened_once_there_is_a_shoe_and_a_dealer() -> None:
    table = SITUATIONS["closed"]()
    offered = desk(table, Role.ISPETTORE_GIOCO)
    assert not {"open_table", "close_table", "suspend", "resume"} & offered.verbs
    assert "To open the table" in offered.words
    table.does("load", serial="S-1", decks=6)
    assert "open_table" in desk(table, Role.ISPETTORE_GIOCO).verbs


def test_a_suspension_waits_for_the_end_of_the_coup_and_says_so_instead_of_offering_it_again() -> None:
    table = in_phase("reading")
    assert "Suspend after this coup" in desk(table, Role.ISPETTORE_GIOCO).words
    table.cast.ispettore.does("suspend")
    offered = desk(table, Role.ISPETTORE_GIOCO)
    assert "The game is suspended as soon as this coup is finished." in offered.words
    assert "suspend" not in offered.verbs
    assert "Resume" not in offered.words
    table.cast.ispettore.does("resume")
    assert "is suspended" not in desk(table, Role.ISPETTORE_GIOCO).words


def test_between_two_taglie_the_ispettore_is_offered_new_decks_and_to_have_none() -> None:
    table = ready_table()
    assert not {"keep_decks", "replace_decks"} & desk(table, Role.ISPETTORE_GIOCO).verbs
    table.cast.direzione.does("void_shoe")
    assert desk(table, Role.ISPETTORE_GIOCO).verbs >= {"keep_decks", "replace_decks"}
    table.cast.ispettore.does("replace_decks", serial="S-2")
    assert "keep_decks" not in desk(table, Role.ISPETTORE_GIOCO).verbs


def test_what_can_be_put_right_is_offered_and_nothing_else() -> None:
    table = in_phase("declared")
    text = drawn(table, "desk_sheets:ispettore_gioco")
    assert "correction-declaration" in text
    assert "correction-card" not in text
    table.does("turn_banco", cards=["2D", "KD"])
    text = drawn(table, "desk_sheets:ispettore_gioco")
    assert "correction-card" in text
    assert "2♦" in text
    assert "correction-declaration" in text
    for card in ("3S", "4S"):
        table.does("card_out", card=card)
    table.does("turn_punto", cards=["KS", "KH"])
    assert "correction-declaration" not in drawn(table, "desk_sheets:ispettore_gioco")


@pytest.mark.parametrize(("profile", "forms"), [(ADMIRAL, 4), (VENEZIA, 0)], ids=lambda it: getattr(it, "key", it))
def test_where_several_stake_at_a_position_a_correction_asks_whose_stake_it_is(profile: Profile, forms: int) -> None:
    table = ready_table(profile, seats=2)
    close(table, "P100@1")
    assert drawn(table, "desk_sheets:ispettore_gioco").count('name="new.guest"') == forms
    assert drawn(table, "console_sheets").count('name="new.guest"') == min(forms, 1)


def test_whoever_stands_is_offered_a_seat_unless_they_have_one_here() -> None:
    table = ready_table(seats=1)
    for position, guest in (("3", "anna"), ("4", "bruno")):
        table.does("stand_at", position=position, guest=guest)
    buttons = Buttons(drawn(table, "desk_sheets:ispettore_gioco"))
    assert [it[0]["given"] for it in buttons.whole if it[0]["verb"] == "reserve"] == [{"guest": "bruno"}]


# --- what it says


def test_new_limits_stand_beside_those_in_force() -> None:
    table = ready_table()
    table.cast.ispettore.does("set_limits", limits={"main": [2000, 200_000], "egalite": [500, 20_000]})
    words = desk(table, Role.ISPETTORE_GIOCO).words
    assert "10–1,000" in words
    assert "20–2,000" in words
    assert "next coup" in words


def test_limits_of_malta_wait_until_the_capo_tavolo_has_announced_them() -> None:
    table = ready_table(MALTA)
    assert "confirm_limits" not in desk(table, Role.CAPO_TAVOLO).verbs
    table.cast.direzione.does("set_limits", limits={"main": [2500, 250_000], "egalite": [500, 50_000]})
    assert "to be announced" in desk(table, Role.DIREZIONE).words
    assert "confirm_limits" in desk(table, Role.CAPO_TAVOLO).verbs
    assert "confirm_limits" not in desk(table, Role.DIREZIONE).verbs


def test_a_marked_place_shows_since_when() -> None:
    table = ready_table()
    table.does("mark", position="2")
    since = table.state.positions["2"].marked_since
    assert since is not None
    assert f'<time data-age datetime="{localtime(since).isoformat()}">' in drawn(table, "desk:capo_isola")


def test_a_proposal_of_a_display_is_granted_by_the_acts_on_its_button() -> None:
    table = ready_table()
    display = Display.objects.create(code="7HK2", kind="seat", table=table.row, position="2")
    proposals.propose(display, "mark")
    assert STEPS in desk(table, Role.ISPETTORE_GIOCO).presses
    assert STEPS not in desk(table, Role.ISPETTORE_COMUNALE).presses


def test_who_stands_at_a_free_position_is_seated_there_by_one_press_and_reserved_for_once() -> None:
    table = ready_table(seats=1)
    for guest, position in (("ida", "5"), ("leo", "6")):
        table.does("stand_at", guest=guest, position=position)
    table.does("reserve", guest="leo")
    found = desk(table, Role.ISPETTORE_GIOCO).presses
    for guest, position in (("ida", "5"), ("leo", "6")):
        seat = [("assign", {"guest": guest, "position": position}), ("occupy", {"position": position})]
        steps = [*([("reserve", {"guest": "ida"})] if guest == "ida" else []), *seat]
        assert [{"verb": verb, "given": given} for verb, given in steps] in found
        table.cast.ispettore.presses(*steps)
        assert table.state.positions[position].state == "occupied"
    assert not table.state.standing


def test_a_line_of_the_register_is_heard_with_words_between_its_columns() -> None:
    table = ready_table()
    table.does("open_bets")
    newest = drawn(table, f"desk:{Role.ISPETTORE_GIOCO}").partition(f'data-key="{table.number}"')[2]
    heard = " ".join(re.sub(r"<[^>]+>", "", newest.partition("</li>")[0]).partition(">")[2].split())
    assert re.match(rf"number {table.number} at \d\d:\d\d:\d\d dario: the betting opens; ", heard), heard


def test_the_latest_entries_stand_in_the_register_the_newest_first() -> None:
    table = ready_table()
    table.cast.ispettore.does("annotate", text="Cards <checked>.")
    text = drawn(table, "desk:direzione")
    assert text.index("note: Cards &lt;checked&gt;.") < text.index("the table is open")


# --- the tile


def tile(table: AtTable, role: str = Role.ISPETTORE_GIOCO) -> Offered:
    """The table as a tile of the pit."""
    return Offered(drawn(table, f"tile:{role}"))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("situation", "words"),
    [
        ("closed", "closed"),
        ("suspended", "suspended"),
        ("idle", "between two coups"),
        ("blank", "Colpo in Bianco"),
        ("held", "held"),
        ("in reading", "cards before the reader"),
        ("in counting", "last coup"),
    ],
)
def test_a_tile_says_how_the_table_stands(situation: str, words: str) -> None:
    assert words in tile(SITUATIONS[situation]()).words


@pytest.mark.parametrize("situation", ["closed", "suspended"])
def test_a_tile_says_once_that_nothing_is_played(situation: str) -> None:
    assert tile(SITUATIONS[situation]()).words.count(situation) == 1


def test_the_tile_of_a_closed_table_names_no_dealer_and_no_pace_though_somebody_is_signed_on_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = ready_table()
    monkeypatch.setattr(tiles, "whole_coups", lambda _acts: acts(("open_bets", 0), *COUP * 14))
    paced = f"coups an hour{round(3600 / COUP_SECONDS)}"
    assert {"dario", paced} == {it for it in ("dario", paced) if it in tile(table).words}
    table.cast.ispettore.does("close_table")
    assert table.snapshot.dealer is not None
    assert {it for it in ("dario", paced) if it in tile(table).words} == set()


def test_the_second_table_of_a_pit_stands_before_the_tenth() -> None:
    for code in ("T10", "T2", "T1"):
        Table.real.create(code=code)
    ispettore = Person(badge="ivo", role=Role.ISPETTORE_GIOCO)
    assert list(staff_view("pit", "", ispettore, "it").regions) == ["T1", "T2", "T10"]


FROM_A_TILE = {"set_limits", "suspend", "resume", "acknowledge_alert", "go_to_alert"}


@pytest.mark.parametrize("situation", ["idle", "suspended", "held"])
def test_a_tile_offers_each_role_what_its_desk_offers_of_this(situation: str) -> None:
    table = SITUATIONS[situation]()
    for role in WATCHERS:
        both = Offered(drawn(table, f"tile:{role}") + drawn(table, f"tile_sheets:{role}"))
        assert both.verbs == desk(table, role).verbs & FROM_A_TILE, role
        assert ("sheet-tile" in both.opens) == bool(office(role) & FROM_A_TILE)


@pytest.mark.parametrize(("phase", "covered", "points"), [("reading", 4, 0), ("punto_up", 0, 2)])
def test_a_tile_shows_hands_and_points_and_no_covered_face(phase: str, covered: int, points: int) -> None:
    text = drawn(in_phase(phase), f"tile:{Role.DIREZIONE}")
    backs = text.count('href="#back"') - text.count("card-under")
    assert (backs, text.count("tile-points")) == (covered, points)
    assert bool(text.count("data-face")) == (not covered)


def test_a_tile_says_that_new_limits_are_to_come_while_they_wait_for_their_coup_or_for_being_announced() -> None:
    for profile, set_by in ((VENEZIA, "ispettore"), (MALTA, "direzione")):
        table = ready_table(profile, code=profile.key[:3].upper())
        table.does("open_bets")
        seen = ["new ones to come" in tile(table).words]
        limits = {kind: [it.minimum, it.maximum] for kind, it in usual_limits(profile).items()}
        getattr(table.cast, set_by).does("set_limits", limits=limits | {"main": [2_000, 20_000]})
        seen.append("new ones to come" in tile(table).words)
        assert seen == [False, True], profile.key


def test_what_is_staked_in_an_hour_goes_by_the_latest_coups() -> None:
    assert turnover([], 60) is None
    assert turnover([10_000], None) is None
    assert turnover([10_000, 20_000, 90], 45) == 451_400
    table = ready_table()
    play(table, "P100@1", "B50@3")
    play(table, "P20@2")
    deal(table, "P500@1")
    snapshot = table.snapshot
    assert snapshot.staked_lately == [2_000, 15_000]


def test_a_tile_names_no_guest() -> None:
    words = tile(in_phase("betting")).words
    assert "T3" in words
    assert "anna" not in words


def test_an_alert_stays_on_the_tile_until_somebody_has_noted_it() -> None:
    table = ready_table()
    for _ in range(2):
        table.does("card_out", card="7S", exposed=True)
    for left in (1, 0):
        offered = tile(table)
        assert "A card too many is set aside" in offered.words
        assert ("and one alert more" in offered.words) == (left == 1)
        press, goes = offered.presses
        assert goes[0]["verb"] == "go_to_alert"
        table.cast.capo_isola.presses(*((step["verb"], step["given"]) for step in press))
        assert Alert.objects.filter(acknowledged=None).count() == left
    assert tile(table).presses == []
    assert "takes note of number" in desk(table, Role.ISPETTORE_GIOCO).words


WITH_TABLES = [profile for profile in HOUSES.values() if profile.dealing != "automatic"]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("profile", WITH_TABLES, ids=lambda profile: profile.key)
def test_every_house_that_has_tables_has_tiles_and_desks(profile: Profile) -> None:
    table = ready_table(profile)
    assert profile.title in tile(table).words
    assert all(desk(table, role).words for role in WATCHERS)


# --- what it costs


@pytest.mark.one_in(2)
@pytest.mark.parametrize("region", ["tile:ispettore_gioco", "desk:ispettore_gioco"])
def test_drawing_costs_no_more_after_years(region: str) -> None:
    table = new_table()
    first = _work(table, region)
    lay_past(table.row)
    for _ in range(LATEST_ENTRIES):
        table.cast.ispettore.does("annotate", text="seen")
    later = _work(table, region)
    assert first.statements <= MOST_STATEMENTS[region.partition(":")[0]]
    assert later.statements <= MOST_STATEMENTS[region.partition(":")[0]]
    assert later.steps < first.steps + 60_000


def _work(table: AtTable, region: str) -> Counting:
    drawn(table, region)
    with Counting() as count:
        drawn(table, region)
    return count


def test_buttons_that_are_cached_are_in_the_language_of_whoever_looks_and_in_the_words_of_the_house() -> None:
    tables = [new_table(VENEZIA, code="T3"), new_table(ADMIRAL, code="T4")]
    roles = (Role.ISPETTORE_GIOCO, Role.DIREZIONE, Role.CAPO_ISOLA)
    looks = [(table, f"desk:{role}", language) for language in LANGUAGES for role in roles for table in tables]
    cached = [drawn(*look) for look in looks]
    for look, text in zip(looks, cached, strict=True):
        decisions.panel.cache_clear()
        desks.buttons.cache_clear()
        assert drawn(*look) == text, look
    assert len({*cached}) == len(looks)

"""Who has to be there when something is put right. Super Punto Banco, Premessa, Art. 4 and 6 to 8."""

from collections.abc import Collection, Iterable

from procedures.articles import ARTICLES
from procedures.articles.article import BOTH, ISPETTORE
from procedures.models import Attestation, Incident
from table.play.act import Act
from table.rules.profile import Profile, Role
from table.rules.refusal import Code, Listed, require


def required(profile: Profile, cases: Iterable[Incident]) -> frozenset[Role]:
    """The offices that have to be present at all of these; a house without an Ispettore Comunale asks for one only."""
    asked = frozenset[Role]().union(*(ARTICLES[case.article].present for case in cases))
    if not asked or profile.presence == "ispettore_gioco":
        return asked & ISPETTORE
    return BOTH if profile.presence == "always_both" else asked


def attested(cases: Collection[Incident]) -> dict[str, Role]:
    """Who was there when all of these are put right at once."""
    return by_their_word(cases, Attestation.objects.filter(incident__in=cases))


def by_their_word(cases: Iterable[Incident], said: Iterable[Attestation]) -> dict[str, Role]:
    """Who was there by these attestations; not who is named as the cause of one of the cases, be it since."""
    causes = {case.caused_by for case in cases}
    return {it.badge: Role(it.role) for it in said if it.badge not in causes}


def check(act: Act, cases: list[Incident]) -> None:
    """Refused with E_PRESENCE unless everybody is there who has to be, and among them who decides."""
    present, needed = attested(cases), required(act.state.profile, cases)
    missing = sorted(needed - set(present.values()))
    source = act.cite(ARTICLES[min(case.article for case in cases)].source)
    require(
        not missing,
        Code.PRESENCE,
        "Not yet present by their own sign-in: %(roles)s.",
        source=source,
        roles=Listed(missing),
    )
    require(
        not needed or act.actor in present,
        Code.PRESENCE,
        "Who decides is one of those who are present: attest your presence first.",
        source=source,
    )

"""Sentences of the verifier in English and Italian: it runs without the catalogues of the project."""

from typing import Any, NamedTuple

from table.verifier.shown import in_one_line

ENGLISH, ITALIAN = "en", "it"


class Sentence(NamedTuple):
    """One sentence in both languages, with placeholders for its facts."""

    en: str
    it: str

    def said(self, language: str, facts: dict[str, Any]) -> str:
        """Return the sentence, Italian for ``it`` and English for any other language, with its facts.

        The facts are escaped for a terminal; one that is a sentence is put in the same language.
        """
        spelled = {name: it.said(language, {}) if isinstance(it, Sentence) else it for name, it in facts.items()}
        shown = {name: in_one_line(str(it)) for name, it in spelled.items()}
        return (self.it if language == ITALIAN else self.en).format(**shown)


# What is wrong.
NOT_AN_EXPORT = Sentence(
    "This is no register that was handed out for proof: its first line is not the head of one.",
    "Non è un registro consegnato per la verifica: la prima riga non ne è l’intestazione.",
)
LATER_FORM = Sentence(
    "It is written in form {form}; this verifier reads form {own}. Take a newer verifier.",
    "È scritto nella forma {form}; questo verificatore legge la forma {own}. Prendere un verificatore più recente.",
)
LINE_UNREADABLE = Sentence(
    "Line {line} is not as the house writes it.",
    "La riga {line} non è come la scrive il registro.",
)
OUT_OF_PLACE = Sentence(
    "Line {line} ({kind}) stands where none of its kind can stand.",
    "La riga {line} ({kind}) sta dove una riga di questo tipo non può stare.",
)
CUT_OFF = Sentence(
    "It breaks off after entry {number}: the signed end is missing.",
    "Si interrompe dopo la registrazione {number}: manca la chiusura firmata.",
)
OTHER_KEY = Sentence(
    "It names another key than the one that you gave, and nothing in it leads from the one to the other.",
    "Indica una chiave diversa da quella fornita, e nulla porta dall’una all’altra.",
)
KEYS_UNCHAINED = Sentence(
    "The keys that it names do not follow from one another: one of them was neither signed nor declared lost.",
    "Le chiavi che indica non seguono l’una dall’altra: una non è né firmata né dichiarata perduta.",
)
KEYS_DIFFER = Sentence(
    "Its entries name other keys than its head, or at other times.",
    "Le sue registrazioni indicano chiavi diverse da quelle dell’intestazione, o in altri momenti.",
)
KEYS_OF_ANOTHER = Sentence(
    "The file that ends it names other keys of the house than this one, or at other times.",
    "Il file che lo conclude indica chiavi della casa diverse da quelle di questo, o in altri momenti.",
)
OTHER_FILE = Sentence(
    "{file} is of the register {register}, and {other} of {its}: give the files of one register.",
    "{file} è del registro {register}, e {other} di {its}: indicare i file di un solo registro.",
)
FILE_MISSING = Sentence(
    "A file is missing: {other} ends with entry {number}, and {file} goes on after entry {after}.",
    "Manca un file: {other} finisce con la registrazione {number}, e {file} continua dopo la {after}.",
)
GOES_ON_ELSEWHERE = Sentence(
    "{file} goes on from another entry {number} than the one with which {other} ends: one of them was changed, or is "
    "of before a restore.",
    "{file} continua da un’altra registrazione {number} rispetto a quella con cui finisce {other}: uno dei due è "
    "stato cambiato, o è di prima di un ripristino.",
)
TWICE = Sentence(
    "{other} and {file} both tell of entry {number}, and agree: give one of them.",
    "{other} e {file} raccontano entrambi la registrazione {number}, e concordano: indicarne uno solo.",
)
DIFFER = Sentence(
    "{other} and {file} both tell of entry {number}, and differ: one of them was changed, or is of before a restore.",
    "{other} e {file} raccontano entrambi la registrazione {number}, e non concordano: uno dei due è stato cambiato, "
    "o è di prima di un ripristino.",
)
GAP = Sentence(
    "Entry {number} follows entry {before}: one is missing, doubled or out of its order.",
    "La registrazione {number} segue la {before}: una manca, è doppia o è fuori ordine.",
)
OTHER_REGISTER = Sentence(
    "Entry {number} is of the register {register}.",
    "La registrazione {number} è del registro {register}.",
)
UNCHAINED = Sentence(
    "Entry {number} does not follow the entry before it: one of the two was changed.",
    "La registrazione {number} non segue quella precedente: una delle due è stata cambiata.",
)
ALTERED = Sentence(
    "Entry {number} was changed: its digest does not fit what it says.",
    "La registrazione {number} è stata cambiata: l’impronta non corrisponde a ciò che dice.",
)
ENDS_ELSEWHERE = Sentence(
    "It ends with entry {number}, and its head tells of {said}.",
    "Finisce con la registrazione {number}, e l’intestazione ne indica {said}.",
)
NOTE_ALTERED = Sentence(
    "A note of entry {number} does not say what it said.",
    "Una nota della registrazione {number} non dice ciò che diceva.",
)
NOTE_GONE = Sentence(
    "A note that entry {number} names is gone.",
    "Manca una nota indicata dalla registrazione {number}.",
)
NOTE_OF_NOBODY = Sentence(
    "Line {line} is a note that entry {number} does not name.",
    "La riga {line} è una nota che la registrazione {number} non indica.",
)
MONEY_ALTERED = Sentence(
    "A money line after entry {number} is not the one that it posts.",
    "Una riga di cassa dopo la registrazione {number} non è quella che essa contabilizza.",
)
MONEY_GONE = Sentence(
    "A money line that entry {number} posts is gone.",
    "Manca una riga di cassa contabilizzata dalla registrazione {number}.",
)
REFUSALS_DIFFER = Sentence(
    "Entry {number} counts {counted} refused acts before it, and {kept} are here.",
    "La registrazione {number} conta {counted} atti respinti prima di sé, e qui ne risultano {kept}.",
)
SEAL_FALSE = Sentence(
    "The seal of {at} on entry {number} was not signed with this key.",
    "Il sigillo del {at} sulla registrazione {number} non è firmato con questa chiave.",
)
OTHER_TIME = Sentence(
    "The seal of {at} on entry {number} was signed with a key that the house did not have then.",
    "Il sigillo del {at} sulla registrazione {number} è firmato con una chiave che la casa allora non aveva.",
)
SEAL_BROKEN = Sentence(
    "Entry {number} or one before it is not as it was sealed on {at}.",
    "La registrazione {number} o una precedente non è come fu sigillata il {at}.",
)
SEALED_GONE = Sentence(
    "Entry {number} was sealed on {at}, and is gone.",
    "La registrazione {number} fu sigillata il {at}, e manca.",
)
BROUGHT_BROKEN = Sentence(
    "Entry {number} or one before it is not as it was sealed on {at} by a seal that you brought: it was changed, or "
    "the house has been restored since, and its own register says in the entry “restore” which entries it lost.",
    "La registrazione {number} o una precedente non è come fu sigillata il {at} da un sigillo portato dal lettore: è "
    "stata cambiata, o la casa è stata ripristinata da allora, e il suo registro dice nella registrazione «restore» "
    "quali registrazioni ha perso.",
)
BROUGHT_GONE = Sentence(
    "Entry {number} was sealed on {at} by a seal that you brought, and is gone: it was cut off, or the house has been "
    "restored since, and its own register says in the entry “restore” which entries it lost.",
    "La registrazione {number} fu sigillata il {at} da un sigillo portato dal lettore, e manca: è stata tagliata, o la "
    "casa è stata ripristinata da allora, e il suo registro dice nella registrazione «restore» quali ha perso.",
)
SEALS_UNREADABLE = Sentence(
    "The file of seals cannot be read: {why}",
    "Il file dei sigilli non si legge: {why}",
)
END_FALSE = Sentence(
    "The end does not fit the lines before it, or was not signed with this key.",
    "La chiusura non corrisponde alle righe precedenti, o non è firmata con questa chiave.",
)
POINTS_DIFFER = Sentence(
    "Entry {number} announces Banco {banco}, Punto {punto}; the cards say Banco {true_banco}, Punto {true_punto}.",
    "La registrazione {number} annuncia Banco {banco}, Punto {punto}; le carte dicono Banco {true_banco}, "
    "Punto {true_punto}.",
)
HANDS_DIFFER = Sentence(
    "Entry {number} ends a hand that is not as the Regola lays its cards: {cards}.",
    "La registrazione {number} chiude una mano che non è come la Regola dispone le carte: {cards}.",
)
PAID_WRONG = Sentence(
    "Entry {number} pays otherwise than the cards say: {cards}.",
    "La registrazione {number} paga diversamente da quanto dicono le carte: {cards}.",
)
PAID_TWICE = Sentence(
    "Entry {number} pays a coup that was paid already.",
    "La registrazione {number} paga un colpo già pagato.",
)
NOT_AS_LAID = Sentence(
    "Entry {number} pays stakes that were not laid so: position {position}, {box}.",
    "La registrazione {number} paga puntate che non furono messe così: postazione {position}, {box}.",
)
DEALT_OUT_OF_ORDER = Sentence(
    "Entry {number} deals card {card} of the virtual shoe without its seal, with another one, or out of its order.",
    "La registrazione {number} dà la carta {card} del sabot virtuale senza sigillo, con un altro o fuori ordine.",
)
SEALED_OTHERWISE = Sentence(
    "Entry {number} shows card {card} as {face}; it is not what was sealed, or was opened before.",
    "La registrazione {number} mostra la carta {card} come {face}; non è quella sigillata, o era già aperta.",
)
SEAL_NOT_OPENED = Sentence(
    "Entry {number} ends a taglia whose seals are not all open: {count} are missing, the first of card {card}.",
    "La registrazione {number} chiude una taglia i cui sigilli non sono tutti aperti: ne mancano {count}, il primo "
    "della carta {card}.",
)
SHOE_EXCHANGED = Sentence(
    "Entry {number} ends a taglia whose cards are not those of the shoe that was published before the first one.",
    "La registrazione {number} chiude una taglia le cui carte non sono quelle del sabot pubblicato prima della prima.",
)
NOT_THE_DECKS = Sentence(
    "Entry {number} ends a taglia whose cards are not whole decks.",
    "La registrazione {number} chiude una taglia le cui carte non sono mazzi interi.",
)
SHOE_UNREADABLE = Sentence(
    "Entry {number} tells of sealed cards in a form that is not known.",
    "La registrazione {number} racconta di carte sigillate in una forma sconosciuta.",
)
CANNOT_OPEN = Sentence("It cannot be opened: {why}", "Non si può aprire: {why}")

# What is right.
SOUND = Sentence(
    "{register}: {entries} entries, none missing, none changed since they were written out.",
    "{register}: {entries} registrazioni, nessuna mancante, nessuna cambiata da quando furono scritte.",
)
IN_FILES = Sentence(
    "It lies in {files} files, each of which goes on where the one before it ends.",
    "Sta in {files} file, ognuno dei quali continua dove finisce il precedente.",
)
COUNTS = Sentence(
    "Notes as they were written: {notes}, erased: {erased}. Refused acts, all counted: {refused}. "
    "Money lines: {money}.",
    "Note come furono scritte: {notes}, cancellate: {erased}. Atti respinti, tutti contati: {refused}. "
    "Righe di cassa: {money}.",
)
UNCOUNTED = Sentence(
    "{count} refused acts of before are counted by no entry here.",
    "{count} atti respinti di prima non sono contati da alcuna registrazione.",
)
SEALS_FIT = Sentence(
    "Seals in it, all of which fit: {count}.",
    "Sigilli al suo interno, che corrispondono tutti: {count}.",
)
BROUGHT_FIT = Sentence(
    "Seals of this register that were brought along, all of which fit: {count}. Of other registers, not looked at: "
    "{elsewhere}.",
    "Sigilli di questo registro portati dal lettore, che corrispondono tutti: {count}. Di altri registri, non "
    "esaminati: {elsewhere}.",
)
BROUGHT_UP_TO = Sentence(
    "The last of them is on entry {last}. Entries after it, of which none of them tells: {after}. Who holds the "
    "database and the key could have written these anew.",
    "L’ultimo di essi è sulla registrazione {last}. Registrazioni successive, di cui nessuno di essi parla: {after}. "
    "Chi ha il database e la chiave potrebbe averle riscritte.",
)
SHOES_FIT = Sentence(
    "Virtual shoes of which every card was the one that was sealed: {count}.",
    "Sabot virtuali di cui ogni carta era quella sigillata: {count}.",
)
READ_FITS = Sentence(
    "Cards that an electronic shoe had read, each as it was sealed: {count}.",
    "Carte lette da un sabot elettronico, ognuna come sigillata: {count}.",
)
PAID_AGAIN = Sentence(
    "Coups paid once more from their cards, with the same result: {coups}; of them with the stakes as laid: {laid}.",
    "Colpi pagati di nuovo sulle carte, con lo stesso risultato: {coups}; di cui con le puntate come messe: {laid}.",
)
NOT_PAID_AGAIN = Sentence(
    "Not computed again: {count} ({why}).",
    "Non ricalcolati: {count} ({why}).",
)
KEY_CHANGED = Sentence(
    "On {at} (house {number}) the key {before} was followed by {key}, which it has signed.",
    "Il {at} (house {number}) alla chiave {before} è seguita {key}, che essa ha firmato.",
)
KEY_LOST = Sentence(
    "Warning: on {at} (house {number}) the key {before} was declared lost, and {key} came in its place. Nobody signed "
    "it: ask the house, and give the keys that you had from it with --key.",
    "Attenzione: il {at} (house {number}) la chiave {before} è stata dichiarata perduta, e al suo posto è venuta "
    "{key}. Nessuno l’ha firmata: chiedere alla casa, e indicare con --key le chiavi ricevute.",
)
KEY_OF_THE_EXPORT = Sentence(
    "The key {key} stands in the export itself: ask the house for it and give it with --key.",
    "La chiave {key} sta nel documento stesso: chiederla alla casa e indicarla con --key.",
)

# What is not proven.
MIDWAY = Sentence(
    "Not proven as a whole: this begins with entry {first} of the register {register}, and of what was before nothing "
    "is here and nothing is proven. From there to entry {entries} none is missing, none changed since they were "
    "written out.",
    "Non provato per intero: questo comincia con la registrazione {first} del registro {register}, e di ciò che "
    "precede nulla è presente e nulla è provato. Da lì alla registrazione {entries} nessuna manca, nessuna è cambiata "
    "da quando furono scritte.",
)
MAY_LACK_SEALS = Sentence(
    "Not proven: seals may be missing in it. Lines of the seals of the house that could not be read as it was written "
    "out: {count}.",
    "Non provato: possono mancarvi sigilli. Righe dei sigilli della casa che non si leggevano quando fu scritto: "
    "{count}.",
)
BROUGHT_BEFORE = Sentence(
    "Seals of this register that were brought along and speak of entries before {first}, not looked at: {count}.",
    "Sigilli di questo registro portati dal lettore che parlano di registrazioni prima della {first}, non esaminati: "
    "{count}.",
)
NONE_BROUGHT = Sentence(
    "Warning: no seals were brought along (--seals), so nothing was compared with what others keep. Who holds the "
    "database and the key could have written this register anew as a whole.",
    "Attenzione: nessun sigillo portato dal lettore (--seals), quindi nulla è stato confrontato con ciò che altri "
    "conservano. Chi ha il database e la chiave potrebbe aver riscritto questo registro per intero.",
)
NONE_OF_THIS = Sentence(
    "Not proven: of the {elsewhere} seals that were brought along none is of the register {register}, so none was "
    "looked at.",
    "Non provato: dei {elsewhere} sigilli portati dal lettore nessuno è del registro {register}, quindi nessuno è "
    "stato esaminato.",
)

# Why a coup was not paid again.
BY_BEGINNING = Sentence("what was laid before is not here", "ciò che precede non è presente")
BY_INCIDENT = Sentence("an incident laid its cards", "le carte furono disposte da un incidente")
BY_OTHER_LAW = Sentence("dealt under another law", "giocati con altra legge")
BY_READER_ONLY = Sentence("no amounts are kept", "non si registrano importi")
BY_UNKNOWN_FORM = Sentence("entries of a form that is not known", "registrazioni di forma sconosciuta")

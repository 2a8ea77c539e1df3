"""Sentences of the verifier of papers in English and Italian: it runs without the catalogues of the project."""

from table.verifier.sentences import Sentence

# What cannot be read.
TOO_LONG = Sentence(
    "The file has more than {most} bytes: no paper is so long.",
    "Il file ha più di {most} byte: nessun documento è così lungo.",
)
NO_PAPER = Sentence(
    "This is no paper of this house: it does not begin like one of its PDFs.",
    "Questo non è un documento della casa: non comincia come uno dei suoi PDF.",
)
NOT_OURS = Sentence(
    "At byte {at} this PDF is not as the house writes it, and is read no further.",
    "Al byte {at} questo PDF non è come lo scrive la casa, e non viene letto oltre.",
)
SAVED_AGAIN = Sentence(
    "This PDF was saved again after the house had made it: something was added to it or taken away. Take the "
    "file as it was handed out.",
    "Questo PDF è stato salvato di nuovo dopo che la casa lo aveva fatto: qualcosa è stato aggiunto o tolto. "
    "Prendere il file come fu consegnato.",
)
STREAM_TOO_LONG = Sentence(
    "Object {number} of this PDF unpacks to more than {most} bytes: no paper holds so much.",
    "L’oggetto {number} di questo PDF, decompresso, supera {most} byte: nessun documento contiene tanto.",
)
STREAM_DAMAGED = Sentence(
    "Object {number} of this PDF cannot be unpacked.",
    "L’oggetto {number} di questo PDF non si può decomprimere.",
)
FILES_DOUBTFUL = Sentence(
    "The files in this PDF are not listed as the house lists them.",
    "I file in questo PDF non sono elencati come li elenca la casa.",
)
NOTHING_CARRIED = Sentence(
    "This paper carries no proof: no seal covered its case, or it is a guest’s copy. Its full paper, or the "
    "register handed out for proof, proves the case.",
    "Questo documento non porta alcuna prova: nessun sigillo copriva il caso, o è una copia per un ospite. Il "
    "documento completo, o il registro consegnato per la verifica, prova il caso.",
)
FILE_GONE = Sentence(
    "Of the files that prove this paper {missing} is not there: somebody has taken it out.",
    "Dei file che provano questo documento manca {missing}: qualcuno l’ha tolto.",
)
REPORT_UNREADABLE = Sentence(
    "The report in this paper is not readable.",
    "Il rapporto in questo documento non è leggibile.",
)
PAGES_UNREADABLE = Sentence(
    "The pages of this PDF are not as the house draws them.",
    "Le pagine di questo PDF non sono come le disegna la casa.",
)
ONE_PAPER = Sentence(
    "A paper is verified by itself: give one PDF, and no other file beside it.",
    "Un documento si verifica da solo: indicare un PDF, e nessun altro file accanto.",
)

# What is wrong.
SAYS_SO_ITSELF = Sentence(
    "The house itself says in the first line of this paper that it is not proven, and why.",
    "La casa stessa dice nella prima riga di questo rapporto che non è provato, e perché.",
)
NOT_SIGNED = Sentence(
    "The file was changed after the house had signed it, or the house never signed it: its bytes do not fit the"
    " signature.",
    "Il file è stato cambiato dopo la firma della casa, o la casa non l’ha mai firmato: i suoi byte non "
    "corrispondono alla firma.",
)
NO_MARKER = Sentence(
    "The file does not say of itself that it is PDF/A-3.",
    "Il file non dichiara di essere PDF/A-3.",
)
SLICE_CUT_OFF = Sentence(
    "The slice of the register breaks off after entry {number}: the seal at which it has to end is missing.",
    "L’estratto del registro si interrompe dopo la registrazione {number}: manca il sigillo con cui deve finire.",
)
OTHER_CASE = Sentence(
    "The slice is of case {register}/{own}, the page of {table}/{said}.",
    "L’estratto è del caso {register}/{own}, la pagina di {table}/{said}.",
)
ENTRY_NOT_THERE = Sentence(
    "The page names entry {number}, which is not in the slice.",
    "La pagina nomina la registrazione {number}, che non è nell’estratto.",
)
ENTRY_TWICE = Sentence(
    "The page names entry {number} twice.",
    "La pagina nomina due volte la registrazione {number}.",
)
ENTRY_LEFT_OUT = Sentence(
    "Entry {number} is of this case, and the page leaves it out.",
    "La registrazione {number} è di questo caso, e la pagina la omette.",
)
LEFT_OUT = Sentence(
    "The page leaves out what the report has: {field}.",
    "La pagina omette ciò che il rapporto contiene: {field}.",
)
HIDDEN_IN_COUP = Sentence(
    "Entry {number} lies within the coup of this case and is not shown.",
    "La registrazione {number} sta nel colpo di questo caso e non è mostrata.",
)
COUP_NOT_OPENED = Sentence(
    "The coup of this case is not shown from its opening on: the report begins with entry {number}.",
    "Il colpo di questo caso non è mostrato dalla sua apertura: il rapporto comincia con la registrazione {number}.",
)
FIELD_DIFFERS = Sentence(
    "{field}: the page says {said}, the entries say {derived}.",
    "{field}: la pagina dice {said}, le registrazioni dicono {derived}.",
)
CARDS_DIFFER = Sentence(
    "Cards, {field}: the page says {said}, by the entries {derived}.",
    "Carte, {field}: la pagina dice {said}, secondo le registrazioni {derived}.",
)
RESULT_DIFFERS = Sentence(
    "Result, {field}: the page says {said}, the cards and the entries {derived}.",
    "Risultato, {field}: la pagina dice {said}, le carte e le registrazioni {derived}.",
)
VERDICT_DIFFERS = Sentence(
    "Verdict, {field}: the page or the entry says {said}, the reconstruction alla Regola makes {derived}.",
    "Verdetto, {field}: la pagina o la registrazione dice {said}, la ricostruzione alla Regola dà {derived}.",
)
SEALED_OTHERWISE = Sentence(
    "Card {card} was turned as {face}, and that is not the card that the shoe had sealed.",
    "La carta {card} è stata girata come {face}, e non è la carta che il sabot aveva sigillato.",
)
NO_COUP = Sentence(
    "The report leaves out the coup in which, by its entries, the case came up.",
    "Il rapporto omette il colpo nel quale, secondo le registrazioni, si è aperto il caso.",
)
NO_PICTURE = Sentence(
    "The report does not have how the cards lay: {field}.",
    "Il rapporto non contiene come stavano le carte: {field}.",
)
QUESTION_DIFFERS = Sentence(
    "The verdict answers for other cards ({said}) than those that lay there by the entries ({derived}).",
    "Il verdetto fu chiesto per carte ({said}) diverse da quelle che, secondo le registrazioni, giacevano lì "
    "({derived}).",
)
DECISION_DIFFERS = Sentence(
    "Decision, {field}: the page says {said}, the entries say {derived}.",
    "Decisione, {field}: la pagina dice {said}, le registrazioni dicono {derived}.",
)
WORDS_DIFFER = Sentence(
    "{field}: the page has other words ({said}) than were written down ({derived}).",
    "{field}: la pagina ha parole ({said}) diverse da quelle scritte ({derived}).",
)
ATTESTED_DIFFERS = Sentence(
    "The page names other attestations than the entries hold.",
    "La pagina nomina attestazioni diverse da quelle delle registrazioni.",
)
REFERRED_DIFFERS = Sentence(
    "The page names other referrals to the Direzione than the entries hold.",
    "La pagina dice il caso rimesso alla Direzione diversamente dalle registrazioni.",
)
EVIDENCE_DIFFERS = Sentence(
    "The page names other statements on the order of the cards than the entries hold.",
    "La pagina nomina dichiarazioni sull’ordine delle carte diverse da quelle delle registrazioni.",
)
ANSWER_DIFFERS = Sentence(
    "The answer {field} names {said}, which no entry of the case gives for it.",
    "La risposta {field} nomina {said}, che nessuna registrazione del caso indica per essa.",
)
ANSWER_ON_THE_PAGE = Sentence(
    "A question and its answer are not the same on the page and in the report: {said}.",
    "Una domanda e la sua risposta non sono le stesse sulla pagina e nel rapporto: {said}.",
)
PHRASES_DIFFER = Sentence(
    "The page names other phrases that were called than the entries hold.",
    "La pagina nomina frasi pronunciate diverse da quelle delle registrazioni.",
)
CENTS_DIFFER = Sentence(
    "Money, {field}: the page says {said} cents, the entries make {derived}.",
    "Denaro, {field}: la pagina dice {said} centesimi, le registrazioni danno {derived}.",
)
LINES_DIFFER = Sentence(
    "The money lines that the page names for entry {number} are not those that it posts.",
    "Le righe di cassa che la pagina nomina per la registrazione {number} non sono quelle che essa registra.",
)
SLIP_NOT_THERE = Sentence(
    "The page names slip {slip}, and no entry in the slice keeps anything under it.",
    "La pagina nomina la distinta {slip}, e nessuna registrazione dell’estratto conserva qualcosa sotto di essa.",
)
SLIPS_DIFFER = Sentence(
    "The page names other slips of chips in custody than the entries hold.",
    "La pagina nomina distinte di gettoni in custodia diverse da quelle delle registrazioni.",
)
PAYMENT_DIFFERS = Sentence(
    "Entry {number} pays what does not follow from the cards, the stakes and the rules, or from the order of "
    "the Direzione.",
    "La registrazione {number} paga ciò che non segue dalle carte, dalle puntate e dalle regole, o dall’ordine "
    "della Direzione.",
)
NO_RULES = Sentence(
    "The slice does not hold the rules of the table.",
    "L’estratto non contiene le regole del tavolo.",
)
UNKNOWN_FORM = Sentence(
    "The entries or the report tell of the {field} in a form that this verifier does not know.",
    "Le registrazioni o il rapporto raccontano di {field} in una forma sconosciuta a questo verificatore.",
)
TEXT_DIFFERS = Sentence(
    "The drawn page does not say what the paper says in it: “{said}”.",
    "La pagina disegnata non dice ciò che il documento vi dice: «{said}».",
)
TEXT_ADDED = Sentence(
    "On the drawn page stands what the paper does not say: “{said}”.",
    "Sulla pagina disegnata sta ciò che il documento non dice: «{said}».",
)
HEAD_DIFFERS = Sentence(
    "At the head of the page stands what the report does not say: {said}.",
    "In testa alla pagina sta ciò che il rapporto non dice: {said}.",
)
PICTURE_DIFFERS = Sentence(
    "A picture of the cards on the page is none of those in the report: {said}.",
    "Un’immagine delle carte sulla pagina non è fra quelle del rapporto: {said}.",
)
AMOUNT_UNKNOWN = Sentence(
    "The page names an amount that no entry of the case makes: {said}.",
    "La pagina nomina un importo che nessuna registrazione del caso produce: {said}.",
)
ROW_DIFFERS = Sentence(
    "The page lists an entry of the register otherwise than the slice has it: {said}.",
    "La pagina elenca una registrazione diversamente da come l’estratto la contiene: {said}.",
)
FIGURE_UNKNOWN = Sentence(
    "In the words of entry {number} the page names a number or a card that the entry does not hold: {said}.",
    "Nelle parole della registrazione {number} la pagina nomina un numero o una carta che essa non contiene: {said}.",
)
TIME_UNKNOWN = Sentence(
    "The page names a time that is of no entry of the case, no seal and no hand-out: {said}.",
    "La pagina nomina un’ora che non è di alcuna registrazione del caso, sigillo o consegna: {said}.",
)
MONEY_ROW_DIFFERS = Sentence(
    "A row of money on the page is not that of the report: {said}.",
    "Una riga di denaro sulla pagina non è quella del rapporto: {said}.",
)

# What is right.
CASE = Sentence(
    "Case {number} of table {register}: {shown} entries in full, {hidden} of others only as links of the chain;"
    " every digest fits, up to the seal of {at} on entry {last}.",
    "Caso {number} del tavolo {register}: {shown} registrazioni per intero, {hidden} di altri solo come anelli "
    "della catena; ogni impronta corrisponde, fino al sigillo del {at} sulla registrazione {last}.",
)
HIDDEN_ON_CASES = Sentence(
    "Among the entries that are only links are acts on cases, of this one or of others: {verbs}.",
    "Fra le registrazioni presenti solo come anelli ci sono atti su casi, di questo o di altri: {verbs}.",
)
COMPARED = Sentence(
    "Compared with them: {derived} values of the page. Payments computed anew: {paid}; not computed anew, as an"
    " incident laid their cards, stakes were corrected or another law held: {not_paid}.",
    "Confrontati con esse: {derived} valori della pagina. Pagamenti ricalcolati: {paid}; non ricalcolati, "
    "perché un incidente ha disposto le carte, le puntate furono corrette o valeva un’altra legge: {not_paid}.",
)
RECONSTRUCTED = Sentence(
    "Verdict of the Regola computed anew: {verdict}. What is known of the order of the cards is the word of the house.",
    "Verdetto della Regola ricalcolato: {verdict}. Ciò che si sa dell’ordine delle carte è parola della casa.",
)
SEALED_CARDS = Sentence(
    "Cards that their shoe had sealed, each turned as it was sealed: {sealed}.",
    "Carte sigillate dal loro sabot, ognuna girata come sigillata: {sealed}.",
)
OF_THE_SLICE = Sentence(
    "SHA-256 of the slice, which a guest’s copy of this case names: {digest}.",
    "SHA-256 dell’estratto, che una copia per un ospite di questo caso nomina: {digest}.",
)
BROUGHT = Sentence(
    "Seals that were brought along and are of entries here, all of which fit: {count}.",
    "Sigilli portati dal lettore su registrazioni qui presenti, che corrispondono tutti: {count}.",
)
NONE_BROUGHT_FITS = Sentence(
    "Not proven: of the {count} seals that were brought along none is of an entry here, so none was looked at.",
    "Non provato: dei {count} sigilli portati dal lettore nessuno è di una registrazione qui presente, quindi nessuno "
    "è stato esaminato.",
)
UNDERIVED = Sentence(
    "Not derived from the entries, said by the house in its own words or names ({count}):",
    "Non derivato dalle registrazioni, detto dalla casa con parole o nomi suoi ({count}):",
)
NOT_DERIVED = Sentence(
    "- {said}",
    "- {said}",
)
LABELS = Sentence(
    "Titles, heads and labels of the pages ({count}) are the house’s own words too, compared with nothing. Read "
    "whether each fits what stands under it: {said}.",
    "Anche titoli, intestazioni ed etichette delle pagine ({count}) sono parole della casa, non confrontate con nulla. "
    "Leggere se ciascuna si addice a ciò che le sta sotto: {said}.",
)
KEY_OF_THE_PAPER = Sentence(
    "The key {key} stands in the paper itself: ask the house for it and give it with --key.",
    "La chiave {key} sta nel documento stesso: chiederla alla casa e indicarla con --key.",
)
NOT_PROVEN = Sentence(
    "NOT PROVEN: {count} faults.",
    "NON PROVATO: {count} difetti.",
)

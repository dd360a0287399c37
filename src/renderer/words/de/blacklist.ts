/** The do-not-call list. */
export const blacklist: Record<string, string> = {
  'Search the do-not-call list': 'In der Sperrliste suchen',
  'A number, a name or a reason': 'Nummer, Name oder Grund',
  'The list cannot be shown': 'Die Liste kann nicht gezeigt werden',
  over: 'vorbei',
  'Add a number': 'Nummer hinzufügen',
  'Take {who} off the list': '{who} von der Liste nehmen',
  'Take off the list': 'Von der Liste nehmen',
  'No number is on the list': 'Keine Nummer auf der Liste',
  'Who asks in a call not to be called again, or writes STOP, stands here by itself. Others are added or imported by hand.':
    'Wer in einem Anruf bittet, nicht mehr angerufen zu werden, oder STOP schreibt, steht von selbst hier. Andere werden von Hand hinzugefügt oder importiert.',
  'Take {n, plural, one {# number} other {# numbers}} off the do-not-call list?':
    '{n, plural, one {# Nummer} other {# Nummern}} von der Sperrliste nehmen?',
  'Take {n, plural, one {# number} other {# numbers}} off': '{n, plural, one {# Nummer} other {# Nummern}} entfernen',
  'Keep the list': 'Liste behalten',
  '{n, plural, one {# number is} other {# numbers are}} off the do-not-call list.':
    '{n, plural, one {# Nummer ist} other {# Nummern sind}} nicht mehr auf der Sperrliste.',
  'They may be called again, by people and by campaigns that they are added to. Leads that the list has stopped stay stopped. This cannot be undone.':
    'Sie dürfen wieder angerufen werden, von Personen und von Kampagnen, zu denen sie kommen. Kontakte, die die Liste gesperrt hat, bleiben gesperrt. Das lässt sich nicht rückgängig machen.',
  'Do not call a number': 'Eine Nummer sperren',
  'Empty: for ever. From this day on the number may be called again.':
    'Leer: für immer. Ab diesem Tag darf die Nummer wieder angerufen werden.',
  'Import numbers': 'Nummern importieren',
  'Numbers, one a line': 'Nummern, eine je Zeile',
  'In any form. Without + they are read as dialed in {country}.':
    'In jeder Form. Ohne + werden sie gelesen, wie man in {country} wählt.',
  'With + and country.': 'Mit + und Land.',
  'Drop a file here, or choose one': 'Datei hierher ziehen oder auswählen',
  'A table as CSV, or a text with a number a line. The column with the numbers is found.':
    'Eine Tabelle als CSV oder ein Text mit einer Nummer je Zeile. Die Spalte mit den Nummern wird gefunden.',
  'For example the list that they come from': 'Zum Beispiel die Liste, aus der sie stammen',
  '{n, plural, one {# row is no number} other {# rows are no number}}, and left out':
    '{n, plural, one {# Zeile ist keine Nummer und bleibt} other {# Zeilen sind keine Nummern und bleiben}} weg',
  'Rows without a number': 'Zeilen ohne Nummer',
  'Row {row}': 'Zeile {row}',
  'And {n} more.': 'Und {n} weitere.',
  'Put {n, plural, one {# number} other {# numbers}} on the list':
    '{n, plural, one {# Nummer} other {# Nummern}} auf die Liste setzen',
  'Importing: do-not-call list': 'Import: Sperrliste',
  'Cancelled.': 'Abgebrochen.',
  '{n, plural, one {# number was} other {# numbers were}} put on the do-not-call list.':
    '{n, plural, one {# Nummer kam} other {# Nummern kamen}} auf die Sperrliste.',
  '{n, plural, one {# was} other {# were}} there already.': '{n, plural, one {# war} other {# waren}} schon dort.',
  '{n, plural, one {# was} other {# were}} no number.':
    '{n, plural, one {# war keine Nummer} other {# waren keine Nummern}}.',
  'The import stopped after {n, plural, one {# number} other {# numbers}}: {why}':
    'Der Import endete nach {n, plural, one {# Nummer} other {# Nummern}}: {why}',
  How: 'Wie',
}

/** Texts of the pages of leads. */
export const leads: Record<string, string> = {
  'Undoing a change of leads': 'Änderung von Kontakten wird rückgängig gemacht',
  'Trying leads again': 'Kontakte werden erneut versucht',
  'Moving leads': 'Kontakte werden verschoben',
  'Putting leads on the do-not-call list': 'Kontakte kommen auf die Sperrliste',
  'Deleting leads': 'Kontakte werden gelöscht',
  '{n, plural, one {# lead waits} other {# leads wait}} to be called again.':
    '{n, plural, one {# Kontakt wartet} other {# Kontakte warten}} auf einen neuen Anruf.',
  '{n, plural, one {# lead was} other {# leads were}} moved.':
    '{n, plural, one {# Kontakt wurde} other {# Kontakte wurden}} verschoben.',
  '{n, plural, one {# lead is} other {# leads are}} on the do-not-call list.':
    '{n, plural, one {# Kontakt ist} other {# Kontakte sind}} auf der Sperrliste.',
  '{n, plural, one {# lead was} other {# leads were}} deleted.':
    '{n, plural, one {# Kontakt wurde} other {# Kontakte wurden}} gelöscht.',
  '{n, plural, one {# lead is} other {# leads are}} as before.':
    '{n, plural, one {# Kontakt ist} other {# Kontakte sind}} wie vorher.',
  'The others were not changed.': 'Die anderen wurden nicht geändert.',
  '{n} skipped: on the phone now.': '{n} ausgelassen, gerade am Telefon.',
  '{n} skipped: waiting already.': '{n} ausgelassen, warten schon.',
  '{n} skipped: on the do-not-call list.': '{n} ausgelassen, auf der Sperrliste.',
  '{n} skipped: the campaign has the number already.': '{n} ausgelassen, die Kampagne hat die Nummer schon.',
  '{n} skipped: the assistant there does not know their variables.':
    '{n} ausgelassen, der Assistent dort kennt ihre Variablen nicht.',
  '{n} skipped: there already.': '{n} ausgelassen, schon dort.',
  '{n} skipped: deleted meanwhile.': '{n} ausgelassen, inzwischen gelöscht.',
  '{n} skipped: called or changed since.': '{n} ausgelassen, seither angerufen oder geändert.',
  'Import leads': 'Kontakte importieren',
  'Import a list': 'Eine Liste importieren',
  'Import a list of people to call, or add one after another.':
    'Importieren Sie eine Liste von Personen, oder fügen Sie eine nach der anderen hinzu.',
  Move: 'Verschieben',
  'Call {leads} again?': '{leads} erneut anrufen?',
  'Try {n} again': '{n} erneut versuchen',
  'Their tries so far do not count any more. Those of running campaigns are called at once.':
    'Ihre Versuche bisher zählen nicht mehr. Die von laufenden Kampagnen werden sofort angerufen.',
  'Never call {leads} again?': '{leads} nie wieder anrufen?',
  'Do not call {n}': '{n} nicht anrufen',
  'Their numbers are put on the do-not-call list, for all campaigns and for SMS.':
    'Ihre Nummern kommen auf die Sperrliste, für alle Kampagnen und für SMS.',
  'Delete {leads}?': '{leads} löschen?',
  'Delete {leads}': '{leads} löschen',
  'Their tries and promised callbacks are deleted too. Calls that were made stay in the log. This cannot be undone.':
    'Ihre Versuche und versprochenen Rückrufe werden auch gelöscht. Gemachte Anrufe bleiben im Protokoll. Das kann nicht rückgängig gemacht werden.',
  'Where are {leads} moved to?': 'Wohin {leads} verschieben?',
  'Choose a campaign': 'Kampagne wählen',
  'They begin anew there. Leads on the phone, and numbers that it has already, stay where they are.':
    'Sie beginnen dort von vorn. Wer am Telefon ist, und Nummern, die sie schon hat, bleiben, wo sie sind.',
  'Move {leads}': '{leads} verschieben',
  'Change the lead': 'Kontakt ändern',
  'Change {who}': '{who} ändern',
  'With another number it begins anew': 'Mit einer anderen Nummer beginnt er von vorn',
  'Its tries so far do not count any more.': 'Seine Versuche bisher zählen nicht mehr.',
  'Lead before': 'Voriger Kontakt',
  'Lead after': 'Nächster Kontakt',
  'The lead cannot be shown': 'Der Kontakt kann nicht gezeigt werden',
  'Contact {n}': 'Weitere Nummer {n}',
  'Not called yet.': 'Noch nicht angerufen.',
  'Not called yet': 'Noch nicht angerufen',
  'Left out, on the do-not-call list': 'Ausgelassen, auf der Sperrliste',
  'When it is called': 'Wann er angerufen wird',
  'It is called as soon as a line is free.': 'Er wird angerufen, sobald eine Leitung frei ist.',
  'Next: <at></at>': 'Nächster Anruf: <at></at>',
  'About this lead': 'Über diesen Kontakt',
  'The number is on the list': 'Die Nummer ist auf der Liste',
  'None. The assistant uses its own values.': 'Keine. Der Assistent verwendet seine eigenen Werte.',
  'Call now: {who}': 'Jetzt anrufen: {who}',
  Due: 'Fällig',
  'by tonight': 'bis heute Abend',
  'at any time': 'irgendwann',
  'a callback is promised': 'ein Rückruf ist versprochen',
  'next due first': 'als nächste fällige zuerst',
  'All leads': 'Alle Kontakte',
  'A lead is somebody whom a campaign calls. Import a list of them, or add one.':
    'Ein Kontakt ist jemand, den eine Kampagne anruft. Importieren Sie eine Liste, oder fügen Sie einen hinzu.',
  'Make a campaign': 'Eine Kampagne anlegen',
  'A lead is somebody whom a campaign calls. Make a campaign first.':
    'Ein Kontakt ist jemand, den eine Kampagne anruft. Legen Sie zuerst eine Kampagne an.',
  'Next, {zone}': 'Nächster Anruf, {zone}',
  'Callback, {zone}': 'Rückruf, {zone}',
  'Added, {zone}': 'Hinzugefügt, {zone}',
  'More numbers': 'Weitere Nummern',
  'Talked, without the goal': 'Gespräch, ohne Ziel',
  'Ended by hand': 'Von Hand beendet',
  'Going on': 'Läuft',
  '{who} is the next to be called, when the campaign may call.':
    '{who} wird als Nächstes angerufen, wenn die Kampagne anrufen darf.',
}

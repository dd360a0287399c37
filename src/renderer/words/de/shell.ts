/** Texts of the frame and of the command palette. */
export const shell: Record<string, string> = {
  'There is no such page': 'Diese Seite gibt es nicht',
  'Go to Today': 'Zu Heute',
  'The service does not answer': 'Der Dienst antwortet nicht',
  'It is tried again every two seconds. Start it if it is not running.':
    'Alle zwei Sekunden wird es erneut versucht. Starten Sie ihn, falls er nicht läuft.',
  'A link is needed to open this page': 'Diese Seite öffnet sich nur mit einem Link',
  'The service prints one when it starts. It can be used once. This prints a new one: <command></command>, with the <folder></folder> that the service was started with, if any':
    'Der Dienst gibt beim Start einen aus. Er gilt einmal. Einen neuen gibt dies aus: <command></command>, mit dem <folder></folder>, mit dem der Dienst gestartet wurde, falls es eines gab',
  'Skip to content': 'Zum Inhalt',
  Pages: 'Seiten',
  live: 'laufen',
  'Sign out': 'Abmelden',
  SIMULATED: 'SIMULIERT',
  'No call leaves this machine. People, carrier and money are simulated.':
    'Kein Anruf verlässt diesen Rechner. Personen, Netz und Geld sind simuliert.',
  Balance: 'Guthaben',
  'Use light colours': 'Helle Farben',
  'Use dark colours': 'Dunkle Farben',
  Language: 'Sprache',
  'Search and commands': 'Suche und Befehle',
  'A name, a number, words that were said, or what to do': 'Name, Nummer, gesagte Worte oder ein Befehl',
  'Search or command': 'Suche oder Befehl',
  'Ctrl K': 'Strg K',
  'Hang up {n, plural, one {# call} other {# calls}} and stop every campaign?':
    '{n, plural, one {# Anruf} other {# Anrufe}} beenden und jede Kampagne stoppen?',
  'People on the line are cut off. Leads keep their place.':
    'Gespräche werden abgebrochen. Kontakte behalten ihren Platz.',
  'To go on: resume dialing, then start the campaigns again.':
    'Weiter: das Wählen fortsetzen, dann die Kampagnen wieder starten.',
  'Stop all': 'Alles stoppen',
  'Stop all now': 'Jetzt alles stoppen',
  'Stop all calls': 'Alle Anrufe stoppen',
  'Keep dialing': 'Weiter wählen',
  'That was refused': 'Das wurde abgelehnt',
  Pause: 'Pause',
  Resume: 'Fortsetzen',
  Pausing: 'Pausiert gleich',
  Stopping: 'Stoppt',
  'Dialing waits': 'Wählen wartet',
  'Dialing on': 'Bereit zu wählen',
  '{n, plural, one {# call} other {# calls}} on {lines, plural, one {# line} other {# lines}}':
    '{n, plural, one {# Anruf} other {# Anrufe}} auf {lines, plural, one {# Leitung} other {# Leitungen}}',
  'of {lines, plural, one {# line} other {# lines}}': 'von {lines, plural, one {# Leitung} other {# Leitungen}}',
  'Running calls go on; no new ones start': 'Laufende Anrufe gehen weiter, neue beginnen nicht',
  'This page failed': 'Diese Seite ist gescheitert',
  'This page cannot be shown': 'Diese Seite kann nicht gezeigt werden',
  'Show it again': 'Erneut zeigen',
  'This is a fault of Callwright. Calls and campaigns go on.':
    'Das ist ein Fehler von Callwright. Anrufe und Kampagnen gehen weiter.',
  People: 'Personen',
  Actions: 'Aktionen',
  'Nobody with that number, in calls, leads or messages.':
    'Niemand mit dieser Nummer, weder in Anrufen noch in Kontakten oder Nachrichten.',
  'Nothing by that name, and nobody who said it. A phone number may be typed in any form.':
    'Nichts mit diesem Namen, und niemand hat es gesagt. Eine Nummer kann in jeder Form stehen.',
  'Stop “{name}”': '„{name}“ stoppen',
  'Start “{name}”': '„{name}“ starten',
  'asks first': 'fragt vorher',
  'running calls go on': 'laufende Anrufe gehen weiter',
  'Call a number': 'Eine Nummer anrufen',
  'Call {number}': '{number} anrufen',
  'Pause dialing': 'Wählen pausieren',
  'Resume dialing': 'Wählen fortsetzen',
  '{state}, {campaign}': '{state}, {campaign}',
  'Open the campaign': 'Kampagne öffnen',
  'Open the call': 'Anruf öffnen',
  'The connection to the service is lost': 'Die Verbindung zum Dienst ist unterbrochen',
  'What is shown may be old. It is tried again every two seconds.':
    'Was zu sehen ist, kann veraltet sein. Alle zwei Sekunden wird es erneut versucht.',
  '{what} has not got through for {n, plural, one {# second} other {# seconds}}':
    '{what} kommt seit {n, plural, one {# Sekunde} other {# Sekunden}} nicht durch',
  'Do not stop': 'Nicht stoppen',
  'The service does not answer. It is tried again all the time.':
    'Der Dienst antwortet nicht. Es wird ständig erneut versucht.',
  'The service does not answer. It is tried again every two seconds.':
    'Der Dienst antwortet nicht. Alle zwei Sekunden wird es erneut versucht.',
  'This page could not be loaded': 'Diese Seite konnte nicht geladen werden',
  'Load the console again': 'Konsole neu laden',
}

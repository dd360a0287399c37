/** Texts of Today. */
export const today: Record<string, string> = {
  '“{words}”': '„{words}“',
  'Needs attention': 'Braucht Aufmerksamkeit',
  'Nothing needs attention.': 'Nichts braucht Aufmerksamkeit.',
  'Put away': 'Weglegen',
  'Call back': 'Zurückrufen',
  'Not now': 'Jetzt nicht',
  'Start again, {leads}': 'Wieder starten, {leads}',
  'Send {n, plural, one {# webhook} other {# webhooks}} again?':
    '{n, plural, one {# Webhook} other {# Webhooks}} erneut senden?',
  'Each goes to the URL that its assistant has now. Those that fail again come back here.':
    'Jeder geht an die URL, die sein Assistent jetzt hat. Was wieder scheitert, kommt hierher zurück.',
  '<m></m> is missing for the next call': '<m></m> fehlen für den nächsten Anruf',
  'The disk is full': 'Der Datenträger ist voll',
  'Nothing can be changed and nobody is called. Make room; everything then goes on by itself.':
    'Nichts kann geändert werden und niemand wird angerufen. Schaffen Sie Platz; danach geht alles von selbst weiter.',
  'Dialing waits for the clock': 'Das Wählen wartet auf die Uhr',
  '{model} does not answer': '{model} antwortet nicht',
  '{reason} Campaigns that use it wait until it answers.':
    '{reason} Kampagnen, die es nutzen, warten, bis es antwortet.',
  'Stop all has stopped {n, plural, one {# campaign} other {# campaigns}}':
    '„Alles stoppen“ hat {n, plural, one {# Kampagne} other {# Kampagnen}} angehalten',
  '{name} stopped itself': '{name} hat sich selbst angehalten',
  'Is the list of {name} right?': 'Stimmt die Liste von {name}?',
  'Most of the last numbers that it dialed do not exist or cannot be reached.':
    'Die meisten der zuletzt gewählten Nummern gibt es nicht oder sind nicht erreichbar.',
  '{n, plural, one {A webhook} other {# webhooks}} gave up':
    '{n, plural, one {Ein Webhook wurde} other {# Webhooks wurden}} aufgegeben',
  '{error} {host}, {n, plural, one {# try} other {# tries}}.':
    '{error} {host}, {n, plural, one {# Versuch} other {# Versuche}}.',
  'The balance is low': 'Das Guthaben ist niedrig',
  '<left></left> is left, less than <below></below>.': '<left></left> sind übrig, weniger als <below></below>.',
  '<number></number> is suspended': '<number></number> ist gesperrt',
  '<number></number> is not paid for': '<number></number> ist nicht bezahlt',
  'No calls and no SMS until the balance covers its month.':
    'Keine Anrufe und keine SMS, bis das Guthaben ihren Monat deckt.',
  'It is charged again tomorrow.': 'Morgen wird erneut abgebucht.',
  '{name} could not be read': '{name} konnte nicht gelesen werden',
  'Cut off while talking': 'Im Gespräch abgebrochen',
  '<who></who>, <at></at>. Not called again by itself.':
    '<who></who>, <at></at>. Wird nicht von selbst wieder angerufen.',
  'the call with {who}': 'den Anruf mit {who}',
  'the calls that failed': 'die gescheiterten Anrufe',
  '{n, plural, one {# more was} other {# more were}} cut off':
    '{n, plural, one {# weiterer wurde} other {# weitere wurden}} abgebrochen',
  'In the last seven days.': 'In den letzten sieben Tagen.',
  'The desk cannot be shown': 'Die Übersicht kann nicht gezeigt werden',
  'Callbacks promised': 'Versprochene Rückrufe',
  'None for today.': 'Keine für heute.',
  'Call now': 'Jetzt anrufen',
  'Call {who}': '{who} anrufen',
  Dismiss: 'Erledigt',
  'Dismiss the callback to {who}': 'Rückruf an {who} ist erledigt',
  'Due now': 'Jetzt fällig',
  'Missed inbound': 'Verpasste Anrufe',
  'to <number></number>': 'an <number></number>',
  'Put the missed call of {who} away': 'Verpassten Anruf von {who} weglegen',
  'Today’s numbers cannot be shown': 'Die Zahlen von heute können nicht gezeigt werden',
  'Today so far, beside last {weekday} up to the same time':
    'Heute bisher, neben letztem {weekday} bis zur selben Zeit',
  Dials: 'Gewählt',
  'Talked to a person': 'Gespräche',
  'Average talk': 'Gespräch im Mittel',
  Cost: 'Kosten',
  '<cost></cost> a goal': '<cost></cost> je Ziel',
  '{share} of talks': '{share} der Gespräche',
  '{share} of judged talks': '{share} der bewerteten Gespräche',
  '{n} guessed': '{n} vermutet',
  'By the hour': 'Nach Stunden',
  'none last {day}': 'letzten {day} keine',
  'same as last {day}': 'wie letzten {day}',
  '{difference} on last {day}': '{difference} zu letztem {day}',
  '{n, plural, one {# point} other {# points}}': '{n, plural, one {# Punkt} other {# Punkte}}',
  '{n} s': '{n} s',
  '{amount} a goal': '{amount} je Ziel',
  '{n} of {lines, plural, one {# line} other {# lines}}':
    '{n} von {lines, plural, one {# Leitung} other {# Leitungen}}',
  '{n} of {lines, plural, one {# line} other {# lines}}, {evaluating} being evaluated':
    '{n} von {lines, plural, one {# Leitung} other {# Leitungen}}, {evaluating} in Auswertung',
  'Calls under way': 'Laufende Anrufe',
  'Live calls': 'Laufende Gespräche',
  'Nobody is on the phone': 'Niemand ist am Telefon',
  'Dialing is paused.': 'Das Wählen ist pausiert.',
  'Dialing is halted. To go on: resume it, then start the campaigns again.':
    'Das Wählen ist gestoppt. Weiter: fortsetzen und die Kampagnen wieder starten.',
  'Last words': 'Letzte Worte',
  'Single call': 'Einzelanruf',
  '{n} in progress': '{n, plural, one {# läuft} other {# laufen}}',
  'All campaigns': 'Alle Kampagnen',
  'Campaigns in progress': 'Laufende Kampagnen',
  'No campaign is in progress': 'Keine Kampagne läuft',
  'One that is started shows here how far it is, and why nothing is dialed when nothing is.':
    'Eine gestartete zeigt hier, wie weit sie ist, und warum nichts gewählt wird, wenn nichts gewählt wird.',
  Now: 'Jetzt',
  Leads: 'Kontakte',
  'Nothing is dialed yet': 'Noch wird nichts gewählt',
  'This desk is yours, on this machine.': 'Callwright gehört Ihnen und läuft auf diesem Rechner.',
  'This desk is yours, on this machine. Its carrier is simulated, so nothing that you do here can ring a real phone.':
    'Callwright gehört Ihnen und läuft auf diesem Rechner. Das Netz ist simuliert, also kann nichts, was Sie hier tun, ein echtes Telefon klingeln lassen.',
  'This desk is yours, on this machine. Its carrier is simulated, with <credit></credit> of simulated credit, so nothing that you do here can ring a real phone.':
    'Callwright gehört Ihnen und läuft auf diesem Rechner. Das Netz ist simuliert, mit <credit></credit> simuliertem Guthaben, also kann nichts, was Sie hier tun, ein echtes Telefon klingeln lassen.',
  'Make an assistant and talk to it': 'Einen Assistenten anlegen und mit ihm sprechen',
  'Start from a template: a reception, reminders, a survey. Type to it at once, and see how it answers.':
    'Mit einer Vorlage beginnen: Empfang, Erinnerungen, Umfrage. Gleich tippen und sehen, wie er antwortet.',
  'Choose a template': 'Vorlage wählen',
  'Rather look around first?': 'Lieber erst umsehen?',
  'A first step is done.': 'Ein erster Schritt ist getan.',
  'Go on with the next': 'Weiter mit dem nächsten',
  'First steps': 'Erste Schritte',
  'first steps to do': 'erste Schritte offen',
  'What to do first on a new desk, on Today. They go by themselves once a campaign has run.':
    'Was zuerst zu tun ist, auf „Heute“. Sie verschwinden von selbst, sobald eine Kampagne gelaufen ist.',
  'Show the first steps': 'Erste Schritte zeigen',
  'Put the first steps away': 'Erste Schritte weglegen',
  'Name the desk': 'Arbeitsplatz benennen',
  '{n} of {of} done': '{n} von {of} getan',
  'What was put off can be taken up above.': 'Was aufgeschoben wurde, kann oben aufgenommen werden.',
  'Do it now: {step}': 'Jetzt tun: {step}',
  'Do it now': 'Jetzt tun',
  'Sample data is loaded': 'Beispieldaten sind geladen',
  'Nothing of it counts for the steps. What you have changed of it stays.':
    'Für die Schritte zählen sie nicht. Was Sie daran geändert haben, bleibt.',
  'An assistant, a campaign with twelve people, a number and a knowledge base. You can take them away again at any time.':
    'Ein Assistent, eine Kampagne mit zwölf Personen, eine Nummer und eine Wissensbasis. Sie können sie jederzeit wieder entfernen.',
  'Go on': 'Weiter',
  'Later: {step}': 'Später: {step}',
  Later: 'Später',
  '{assistant} only answers calls. With a number of its own, a simulated person calls it.':
    '{assistant} nimmt nur Anrufe an. Mit einer eigenen Nummer ruft dort eine simulierte Person an.',
  'The assistant': 'Der Assistent',
  'Test call': 'Probeanruf',
  'Make a test call': 'Probeanruf machen',
  'Put off': 'Aufgeschoben',
  Desk: 'Arbeitsplatz',
  'API key': 'API-Schlüssel',
  'First run': 'Erster Lauf',
  'the campaign': 'die Kampagne',
  'Times are shown in its time zone, and new campaigns take it. All of it can be changed later.':
    'Zeiten werden in seiner Zeitzone gezeigt, und neue Kampagnen nehmen sie. Alles lässt sich später ändern.',
  'Hear it on the phone': 'Ihn am Telefon erleben',
  'The assistant speaks with a simulated person. It rings in a moment, and you read along.':
    'Der Assistent spricht mit einer simulierten Person. Gleich klingelt es, und Sie lesen mit.',
  'Connect your programs': 'Programme verbinden',
  'With a key, n8n, a shop or a script can use the desk. If you connect none, leave it for later.':
    'Mit einem Schlüssel nutzen n8n, ein Shop oder ein Skript den Arbeitsplatz. Wer keines verbindet, lässt es für später.',
  'Get a number': 'Eine Nummer besorgen',
  'People see who calls, and can call back. The simulated carrier also calls without one.':
    'Angerufene sehen, wer anruft, und können zurückrufen. Der simulierte Anbieter ruft auch ohne an.',
  'People see who calls, and can call back.': 'Angerufene sehen, wer anruft, und können zurückrufen.',
  'It says who calls, on which days and in which hours.':
    'Sie sagt, wer anruft, an welchen Tagen und zu welchen Stunden.',
  'Bring a list for {campaign}': 'Eine Liste für {campaign} bringen',
  'A file with phone numbers is enough. You see row by row what is wrong before anything goes in.':
    'Eine Datei mit Telefonnummern genügt. Zeile für Zeile sehen Sie, was nicht stimmt, bevor etwas übernommen wird.',
  'Rehearse {campaign}, then start it': '{campaign} proben, dann starten',
  'The rehearsal says when the list will be done and what it costs.':
    'Die Probe sagt, wann die Liste fertig ist und was sie kostet.',
  '{campaign} is running': '{campaign} läuft',
  'Below you see how the day goes. Once the campaign has run, these steps are gone.':
    'Unten sehen Sie, wie der Tag läuft. Ist die Kampagne gelaufen, verschwinden diese Schritte.',
  'Watch it': 'Ansehen',
  'Give it a number': 'Ihm eine Nummer geben',
  'The first steps are put away. They are found again in the settings.':
    'Die ersten Schritte sind weggelegt. In den Einstellungen finden sie sich wieder.',
  'Calls are real on this desk. Let the assistant call a phone of your own.':
    'Anrufe sind hier echt. Lassen Sie den Assistenten ein eigenes Telefon anrufen.',
  'Go to the calls': 'Zu den Anrufen',
  'The server refuses the trunk <number></number>': 'Der Server lehnt den Trunk <number></number> ab',
  'The server of the trunk <number></number> does not answer':
    'Der Server des Trunks <number></number> antwortet nicht',
}

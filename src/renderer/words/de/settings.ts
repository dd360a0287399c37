/** Texts of the settings. */
export const settings: Record<string, string> = {
  Workspace: 'Arbeitsbereich',
  Calling: 'Anrufen',
  Providers: 'Anbieter',
  Rates: 'Preise',
  Retention: 'Aufbewahrung',
  API: 'API',
  'Users and sessions': 'Benutzer und Sitzungen',
  Data: 'Daten',
  'Sample data': 'Beispieldaten',
  'About Callwright': 'Über Callwright',
  'The settings cannot be shown': 'Die Einstellungen können nicht gezeigt werden',
  Keep: 'Behalten',
  'None yet.': 'Noch keine.',
  '{name} was added': '{name} wurde hinzugefügt',
  '{name} was removed': '{name} wurde entfernt',
  'Remove {name}?': '{name} entfernen?',
  'made <at></at>': 'erzeugt <at></at>',
  'last used <at></at>': 'zuletzt benutzt <at></at>',

  // Workspace
  'All users share it.': 'Alle Benutzer teilen ihn.',
  Place: 'Ort',
  'Times are shown in this zone, and days of statistics are days in it.':
    'Zeiten werden in dieser Zone gezeigt, und Tage der Statistik sind Tage in ihr.',
  'A number without a country code, such as 020 7946 0123, is read as one of this country.':
    'Eine Nummer ohne Vorwahl des Landes, wie 020 7946 0123, wird als eine dieses Landes gelesen.',
  'That of the time zone': 'Das der Zeitzone',
  'Take the country of the time zone': 'Das Land der Zeitzone nehmen',
  'No country by that name': 'Kein Land mit diesem Namen',
  'This browser': 'Dieser Browser',
  'Kept here only, and applied at once.': 'Nur hier aufbewahrt, und sofort angewandt.',
  Colours: 'Farben',
  'As the system': 'Wie das System',
  Light: 'Hell',
  Dark: 'Dunkel',

  // Calling
  Carrier: 'Anbieter der Leitungen',
  'Who carries calls. Trunks of your own are on the page of numbers.':
    'Wer Anrufe überträgt. Eigene Trunks stehen auf der Seite der Nummern.',
  'Calls go': 'Anrufe gehen',
  'Nowhere: simulated': 'Nirgendwohin: simuliert',
  'Over the SIP trunks': 'Über die SIP-Trunks',
  'This desk has run with simulated time, so it calls nobody real.':
    'Hier lief simulierte Zeit, also wird niemand wirklich angerufen.',
  'Real phones ring. SMS and rented numbers are still simulated.':
    'Echte Telefone klingeln. SMS und gemietete Nummern sind weiter simuliert.',
  'No call leaves this machine. People and money are simulated too.':
    'Kein Anruf verlässt diesen Rechner. Auch Menschen und Geld sind simuliert.',
  'Another carrier stops every campaign': 'Ein anderes Netz hält jede Kampagne an',
  'Start again those that are to call real people. Each needs the number of a trunk to call from.':
    'Starten Sie die wieder, die echte Menschen anrufen sollen. Jede braucht dafür die Nummer eines Trunks.',
  'Nobody real is called then. Calls that are under way go on.':
    'Dann wird niemand wirklich angerufen. Laufende Anrufe gehen weiter.',
  'Desk time': 'Zeit des Dienstes',
  '{n} times as fast as real time': '{n}-mal so schnell wie die wirkliche Zeit',
  Limits: 'Grenzen',
  'For all campaigns and single calls together. A campaign has lines of its own within these.':
    'Für alle Kampagnen und einzelnen Anrufe zusammen. Eine Kampagne hat darin ihre eigenen Leitungen.',
  'Dials a second': 'Anwahlen pro Sekunde',
  '1 to 1000 calls at once': '1 bis 1000 Anrufe gleichzeitig',
  '1 to 100': '1 bis 100',
  'After a call': 'Nach einem Anruf',
  'Who reads the transcript and fills in what the assistant is to find out.':
    'Wer das Transkript liest und einträgt, was der Assistent herausfinden soll.',
  'the built-in rules': 'die eingebauten Regeln',
  'The built-in rules only guess. What they say is marked as a guess everywhere.':
    'Die eingebauten Regeln vermuten nur. Was sie sagen, ist überall als Vermutung gekennzeichnet.',
  'Each campaign has days and hours of its own, which are set where <link>the campaign</link> is edited.':
    'Jede Kampagne hat ihre eigenen Tage und Stunden. Sie stehen dort, wo <link>die Kampagne</link> bearbeitet wird.',

  // Providers
  'the settings of providers': 'die Einstellungen der Anbieter',
  'language models': 'Sprachmodelle',
  'speech to text': 'Sprache zu Text',
  voices: 'Stimmen',
  'On this machine': 'Auf diesem Rechner',
  'Built in. They need no key and ask nobody.': 'Eingebaut. Sie brauchen keinen Schlüssel und fragen niemanden.',
  Key: 'Schlüssel',
  'Key of {name}': 'Schlüssel von {name}',
  'Show the key of {name}': 'Schlüssel von {name} zeigen',
  'Address of {name}': 'Adresse von {name}',
  'The stored key is deleted when you save.': 'Der gespeicherte Schlüssel wird beim Speichern gelöscht.',
  'A key is stored. It is never shown; a new one replaces it.':
    'Ein Schlüssel ist gespeichert. Er wird nie gezeigt; ein neuer ersetzt ihn.',
  'None is stored.': 'Keiner ist gespeichert.',
  'Another address forgets the stored key, unless you give one with it.':
    'Mit einer anderen Adresse geht der gespeicherte Schlüssel verloren, wenn Sie keinen dazu angeben.',
  'The provider’s own': 'Die des Anbieters',
  Test: 'Testen',
  'Test {name}': '{name} testen',
  'Keep the key': 'Schlüssel behalten',
  'Keep the key of {name}': 'Schlüssel von {name} behalten',
  'Remove the key': 'Schlüssel entfernen',
  'Remove the key of {name}': 'Schlüssel von {name} entfernen',
  'Save first, then test.': 'Erst speichern, dann testen.',
  '{name} is asked …': '{name} wird gefragt …',
  '{name} does not work': '{name} funktioniert nicht',
  'Own models': 'Eigene Modelle',
  'A model that is not in the catalogue, such as one on a server of your own. Assistants can use it then.':
    'Ein Modell, das nicht im Katalog ist, etwa auf einem eigenen Server. Assistenten können es dann benutzen.',
  '{n, plural, one {# assistant uses it} other {# assistants use it}}':
    '{n, plural, one {# Assistent benutzt es} other {# Assistenten benutzen es}}',
  'Add a model': 'Modell hinzufügen',
  'No assistant can be given this model any more.': 'Kein Assistent kann dieses Modell mehr bekommen.',
  Provider: 'Anbieter',
  'As lists show it.': 'Wie Listen es zeigen.',
  'Its name at the provider': 'Sein Name beim Anbieter',
  'For mode': 'Für den Modus',

  // Rates
  'Calls and chats': 'Anrufe und Chats',
  'A new rate counts from the next charge on. What was charged stays as it is.':
    'Ein neuer Preis gilt ab der nächsten Buchung. Was gebucht wurde, bleibt.',
  'A minute of talking': 'Eine Minute Gespräch',
  'A message of a widget chat': 'Eine Nachricht im Widget-Chat',
  'Calls with a number of a trunk of your own are free.': 'Anrufe mit einer Nummer eines eigenen Trunks sind frei.',
  'For a segment of 160 characters, by the country that it goes to.':
    'Für ein Segment von 160 Zeichen, nach dem Land des Empfängers.',
  'Every other country': 'Jedes andere Land',
  'Take the price of {country} away': 'Preis für {country} entfernen',
  'Then it costs as every other country': 'Dann kostet es so viel wie jedes andere Land',
  'A country with a price of its own': 'Ein Land mit eigenem Preis',

  // Money
  'Below this balance Today says so. It does not stop anything: calls wait only when money is missing.':
    'Unter diesem Guthaben sagt es die Seite Heute. Es hält nichts an: Anrufe warten erst, wenn Geld fehlt.',
  'Warn below': 'Warnen unter',
  'The balance, every movement and payment methods are on the page of <link>money</link>.':
    'Guthaben, jede Bewegung und Zahlungsmittel stehen auf der Seite <link>Geld</link>.',

  // Retention
  'Recordings and transcripts': 'Aufnahmen und Transkripte',
  'Calls and chats themselves stay, with who, when and what they cost. So do the ledger and statistics.':
    'Anrufe und Chats selbst bleiben, mit wem, wann und was sie gekostet haben. Auch Buchungen und Statistik bleiben.',
  'Delete them after a while': 'Nach einer Zeit löschen',
  'Keep them for': 'Aufbewahren für',
  'without limit': 'ohne Grenze',
  '{n, plural, one {day} other {days}}': '{n, plural, one {Tag} other {Tage}}',
  '1 to 3650 days': '1 bis 3650 Tage',
  'They are kept until you delete them.': 'Sie werden aufbewahrt, bis Sie sie löschen.',
  'Delete what is older than {n, plural, one {# day} other {# days}}?':
    'Löschen, was älter als {n, plural, one {# Tag} other {# Tage}} ist?',
  'Save and delete': 'Speichern und löschen',
  'Keep everything': 'Alles behalten',
  'This cannot be undone. A backup that was made before has the transcripts, and no recordings.':
    'Das lässt sich nicht zurücknehmen. Eine frühere Sicherung hat die Transkripte, aber keine Aufnahmen.',
  'Not saved, and nothing was deleted.': 'Nicht gespeichert, und nichts wurde gelöscht.',
  'When this is saved': 'Beim Speichern',
  'Nothing is older: nothing is deleted now.': 'Nichts ist älter: Jetzt wird nichts gelöscht.',
  '{n, plural, one {# call loses its transcript.} other {# calls lose their transcript.}}':
    '{n, plural, one {# Anruf verliert sein Transkript.} other {# Anrufe verlieren ihr Transkript.}}',
  '{n, plural, one {# recording is deleted.} other {# recordings are deleted.}}':
    '{n, plural, one {# Aufnahme wird gelöscht.} other {# Aufnahmen werden gelöscht.}}',
  '{n, plural, one {# chat loses its messages.} other {# chats lose their messages.}}':
    '{n, plural, one {# Chat verliert seine Nachrichten.} other {# Chats verlieren ihre Nachrichten.}}',
  'Voices and speech to text of providers are not in use yet: calls are simulated. A key is kept until they are.':
    'Stimmen und Spracherkennung von Anbietern sind noch nicht in Gebrauch: Anrufe sind simuliert. Ein Schlüssel wird bis dahin aufbewahrt.',

  // API
  'Every operation, with examples, is in the <link>API reference</link>.':
    'Jede Operation steht mit Beispielen in der <link>API-Referenz</link>.',
  'Base address': 'Basisadresse',
  Command: 'Befehl',
  'With one of your keys in place of YOUR_KEY, this line says who it belongs to:':
    'Mit einem Ihrer Schlüssel anstelle von YOUR_KEY sagt diese Zeile, wem er gehört:',
  'From elsewhere': 'Von außen',
  'The API answers on this machine only. Recordings can be reached from outside through a proxy of yours.':
    'Die API antwortet nur auf diesem Rechner. Aufnahmen sind von außen über einen eigenen Proxy erreichbar.',
  'Public address': 'Öffentliche Adresse',
  'Links to recordings in webhooks begin with it.': 'Links auf Aufnahmen in Webhooks beginnen mit ihr.',
  'For each key. A request above them is answered 429 and may be tried again.':
    'Je Schlüssel. Eine Anfrage darüber wird mit 429 beantwortet und kann wiederholt werden.',
  'Requests a second': 'Anfragen pro Sekunde',
  'At once': 'Auf einmal',
  'API keys': 'API-Schlüssel',
  'A program needs one with every request. It acts as you. Give each program a key of its own.':
    'Ein Programm braucht einen bei jeder Anfrage. Es handelt in Ihrem Namen. Geben Sie jedem Programm einen eigenen.',
  'never used': 'nie benutzt',
  Revoke: 'Widerrufen',
  'Revoke {name}': '{name} widerrufen',
  'Revoke {name}?': '{name} widerrufen?',
  '{name} was revoked': '{name} wurde widerrufen',
  'It was last used <at></at>. Requests with it are refused from now on. It cannot be brought back.':
    'Er wurde zuletzt <at></at> benutzt. Anfragen mit ihm werden ab jetzt abgewiesen. Er lässt sich nicht zurückholen.',
  'It was never used. Requests with it are refused from now on.':
    'Er wurde nie benutzt. Anfragen mit ihm werden ab jetzt abgewiesen.',
  'Make a key': 'Schlüssel erzeugen',
  'Copy the key': 'Schlüssel kopieren',
  'I have kept the key': 'Ich habe den Schlüssel aufbewahrt',
  Make: 'Erzeugen',
  'Copy the key now: it is not shown again': 'Kopieren Sie den Schlüssel jetzt: Er wird nicht noch einmal gezeigt',
  'New key': 'Neuer Schlüssel',
  'To try it, copy this line into a terminal of this machine:':
    'Zum Probieren kopieren Sie diese Zeile in ein Terminal dieses Rechners:',
  'What it is for': 'Wofür er ist',
  'n8n, the shop, a script': 'n8n, der Shop, ein Skript',

  // Users and sessions
  Users: 'Benutzer',
  User: 'Benutzer',
  'Each has assistants, campaigns, numbers and a balance of their own. Settings and whether the desk dials are everybody’s.':
    'Alle haben eigene Assistenten, Kampagnen, Nummern und ein eigenes Guthaben. Einstellungen, und ob gewählt wird, gelten für alle.',
  you: 'Sie',
  '{n, plural, =0 {no key} one {# key} other {# keys}}':
    '{n, plural, =0 {kein Schlüssel} one {# Schlüssel} other {# Schlüssel}}',
  '{n, plural, =0 {not signed in} one {signed in once} other {signed in # times}}':
    '{n, plural, =0 {nicht angemeldet} one {einmal angemeldet} other {#-mal angemeldet}}',
  Link: 'Link',
  'Link for {name}': 'Link für {name}',
  Change: 'Ändern',
  'Change {name}': '{name} ändern',
  'Add a user': 'Benutzer hinzufügen',
  'Change a user': 'Benutzer ändern',
  'E-mail address': 'E-Mail-Adresse',
  'It tells users apart. Nothing is sent to it.': 'An ihr sind Benutzer zu unterscheiden. Nichts wird an sie gesendet.',
  'Whoever opens it on this machine is signed in as {name}. It works once, until <at></at>.':
    'Wer ihn auf diesem Rechner öffnet, ist als {name} angemeldet. Er gilt einmal, bis <at></at>.',
  '{keys, plural, =0 {There are no keys to end} one {# key ends} other {# keys end}}, {sessions, plural, =0 {nobody is signed out} one {# browser is signed out} other {# browsers are signed out}}, and running campaigns stop. What {name} has made stays stored, but nobody sees it any more.':
    '{keys, plural, =0 {Kein Schlüssel endet} one {# Schlüssel endet} other {# Schlüssel enden}}, {sessions, plural, =0 {niemand wird abgemeldet} one {# Browser wird abgemeldet} other {# Browser werden abgemeldet}}, und laufende Kampagnen werden gestoppt. Was {name} angelegt hat, bleibt gespeichert, aber niemand sieht es mehr.',
  'Your sessions': 'Ihre Sitzungen',
  'Browsers in which you are signed in. A session ends after 30 days. The desktop app needs none.':
    'Browser, in denen Sie angemeldet sind. Eine Sitzung endet nach 30 Tagen. Die Desktop-App braucht keine.',
  'this browser': 'dieser Browser',
  'A browser': 'Ein Browser',
  '{browser} on {system}': '{browser} auf {system}',
  'signed in <at></at>': 'angemeldet <at></at>',
  'Sign out {browser}': '{browser} abmelden',
  'No browser is signed in.': 'Kein Browser ist angemeldet.',
  'Sign out all others': 'Alle anderen abmelden',
  'Sign out {n, plural, one {# browser} other {# browsers}}?':
    '{n, plural, one {# Browser} other {# Browser}} abmelden?',
  'Stay signed in': 'Angemeldet lassen',
  'What is not saved there is lost. Each needs a new link to sign in again.':
    'Was dort nicht gespeichert ist, geht verloren. Alle brauchen einen neuen Link, um sich wieder anzumelden.',

  // Data
  Folder: 'Ordner',
  'Everything that the desk knows lies in it, on this machine only.':
    'Alles, was der Dienst weiß, liegt darin, nur auf diesem Rechner.',
  Database: 'Datenbank',
  Recordings: 'Aufnahmen',
  'To be read': 'Noch zu lesen',
  Backups: 'Sicherungen',
  '{n, plural, one {# file} other {# files}}': '{n, plural, one {# Datei} other {# Dateien}}',
  'A copy of the database in the folder. Recordings are not in it, nor the key that its secrets are sealed with: keep a copy of data.key and recordings elsewhere.':
    'Eine Kopie der Datenbank im Ordner. Aufnahmen sind nicht darin, auch nicht der Schlüssel ihrer Geheimnisse: Bewahren Sie eine Kopie von data.key und recordings anderswo auf.',
  'Back up now': 'Jetzt sichern',
  'The backup is being made. You can leave this page.': 'Die Sicherung läuft. Sie können diese Seite verlassen.',
  'The backup is complete: {name}': 'Die Sicherung ist fertig: {name}',
  'The backup was cancelled. Nothing of it is left.': 'Die Sicherung wurde abgebrochen. Nichts davon ist übrig.',
  'The backup could not be made': 'Die Sicherung ist nicht gelungen',
  Restore: 'Zurückspielen',
  'Restore {name}': '{name} zurückspielen',
  'Delete {name}': '{name} löschen',
  'Delete this backup?': 'Diese Sicherung löschen?',
  'It takes the place of everything here, so the desk must not run meanwhile. What is here now is kept under another name.':
    'Sie tritt an die Stelle von allem hier, deshalb darf der Dienst dabei nicht laufen. Was jetzt hier ist, bleibt unter anderem Namen.',
  'End Callwright, then run this line where it is installed, and start it again:':
    'Beenden Sie Callwright, führen Sie diese Zeile dort aus, wo es installiert ist, und starten Sie es wieder:',
  Health: 'Zustand',
  'Looks at the database, the data key and who can read the files, as the command doctor does. It changes nothing.':
    'Prüft Datenbank, Datenschlüssel und wer die Dateien lesen kann, wie der Befehl doctor. Es ändert nichts.',
  'Check now': 'Jetzt prüfen',
  'Everything is in order': 'Alles ist in Ordnung',
  '{n, plural, one {# fault was found} other {# faults were found}}':
    '{n, plural, one {# Fehler wurde gefunden} other {# Fehler wurden gefunden}}',
  Fault: 'Fehler',

  // Sample data
  'An assistant of a dental practice, a campaign with twelve people to call, a number and a knowledge base. Their names begin with “Sample”.':
    'Ein Assistent einer Zahnarztpraxis, eine Kampagne mit zwölf Menschen zum Anrufen, eine Nummer und eine Wissensdatenbank. Ihre Namen beginnen mit „Sample“.',
  'To see how the desk works without data of your own. Nobody has the phone numbers, and nothing is dialed until you start the campaign.':
    'Um ohne eigene Daten zu sehen, wie alles arbeitet. Niemand hat diese Nummern, und nichts wird gewählt, bis Sie die Kampagne starten.',
  'Load sample data': 'Beispieldaten laden',
  'Take the sample data away': 'Beispieldaten entfernen',
  'Take the sample data away?': 'Beispieldaten entfernen?',
  'Take it away': 'Entfernen',
  'These stay, and are yours now': 'Das bleibt und gehört jetzt Ihnen',
  '{n, plural, one {# record} other {# records}} and {calls, plural, =0 {no call} one {# call} other {# calls}} to sample leads are deleted. What you have made or changed yourself stays.':
    '{n, plural, one {# Eintrag} other {# Einträge}} und {calls, plural, =0 {kein Anruf} one {# Anruf} other {# Anrufe}} an Beispielkontakte werden gelöscht. Was Sie selbst angelegt oder geändert haben, bleibt.',

  // About
  'An AI calling desk on your own machine.': 'KI-Telefonie auf Ihrem eigenen Rechner.',
  Version: 'Version',
  Licences: 'Lizenzen',
  'Callwright is built with these free libraries. Their licences come with the packages.':
    'Callwright ist mit diesen freien Bibliotheken gebaut. Ihre Lizenzen liegen den Paketen bei.',
}

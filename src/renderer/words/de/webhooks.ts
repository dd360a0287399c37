/** Texts of the pages of webhooks, and of the webhooks of a call. */
export const webhooks: Record<string, string> = {
  // The list
  Deliveries: 'Zustellungen',
  Signing: 'Signatur',
  Event: 'Ereignis',
  'Sent to': 'Gesendet an',
  'Last error': 'Letzter Fehler',
  'Next try': 'Nächster Versuch',
  'Made, {zone}': 'Erstellt, {zone}',
  'Next try, {zone}': 'Nächster Versuch, {zone}',
  'Call ended': 'Anruf beendet',
  'Chat ended': 'Chat beendet',
  Receiver: 'Empfänger',
  'Search webhooks': 'Webhooks suchen',
  'A name, a number, an address or an id': 'Name, Nummer, Adresse oder ID',
  '{n, plural, one {# webhook} other {# webhooks}}': '{n, plural, one {# Webhook} other {# Webhooks}}',
  '{n, plural, one {# webhook} other {# webhooks}} found': '{n, plural, one {# Webhook} other {# Webhooks}} gefunden',
  'The webhooks cannot be shown': 'Die Webhooks können nicht gezeigt werden',
  'No webhook fits these filters': 'Kein Webhook passt zu diesen Filtern',
  'No webhooks yet': 'Noch keine Webhooks',
  'A webhook is sent when a call or a chat has ended, to the address that its assistant has. Send a test to see what arrives.':
    'Ein Webhook wird gesendet, wenn ein Anruf oder ein Chat beendet ist, an die Adresse seines Assistenten. Ein Test zeigt, was ankommt.',
  'Go to the assistants': 'Zu den Assistenten',
  'gave up': 'aufgegeben',
  'Open the webhook: {who}': 'Webhook öffnen: {who}',
  'Send again: {who}': 'Erneut senden: {who}',
  'The webhook was not sent again.': 'Der Webhook wurde nicht erneut gesendet.',
  'Send {n} again': '{n} erneut senden',
  'Do not send': 'Nicht senden',
  '{n, plural, one {# waits} other {# wait}} for another try.':
    '{n, plural, one {# wartet} other {# warten}} auf den nächsten Versuch.',
  '{n, plural, one {# gave up} other {# gave up}}.': '{n, plural, one {# wurde} other {# wurden}} aufgegeben.',
  'Only those that fit the filters are sent.': 'Nur die werden gesendet, die zu den Filtern passen.',
  'Those that were accepted already, or are on their way, are not sent.':
    'Bereits angenommene und solche, die unterwegs sind, werden nicht gesendet.',
  'Each goes once, to the address that its assistant has now.':
    'Jeder geht einmal, an die Adresse, die sein Assistent jetzt hat.',
  'Sending webhooks again': 'Webhooks werden erneut gesendet',
  'No webhook was sent again.': 'Kein Webhook wurde erneut gesendet.',
  '{n, plural, one {# webhook was} other {# webhooks were}} sent again and accepted.':
    '{n, plural, one {# Webhook wurde} other {# Webhooks wurden}} erneut gesendet und angenommen.',
  '{n, plural, one {# webhook was} other {# webhooks were}} sent again: {accepted} accepted, {failed} failed.':
    '{n, plural, one {# Webhook wurde} other {# Webhooks wurden}} erneut gesendet: {accepted} angenommen, {failed} fehlgeschlagen.',
  '{n} were not sent.': '{n} wurden nicht gesendet.',
  '{n} skipped: accepted already.': '{n} übersprungen: bereits angenommen.',
  '{n} skipped: on their way.': '{n} übersprungen: unterwegs.',
  'Put those away that gave up': 'Aufgegebene beiseitelegen',
  'Put away until another webhook gives up': 'Beiseitegelegt, bis wieder ein Webhook aufgegeben wird',
  'the webhooks that gave up': 'die aufgegebenen Webhooks',

  // One delivery
  'The webhook cannot be shown': 'Der Webhook kann nicht gezeigt werden',
  'Newer webhook': 'Neuerer Webhook',
  'Older webhook': 'Älterer Webhook',
  'Open the chat': 'Chat öffnen',
  'Its id': 'Kennung',
  'Copy the address': 'Adresse kopieren',
  'Copy the id': 'Kennung kopieren',
  'What is sent': 'Was gesendet wird',
  'Body of the request': 'Inhalt der Anfrage',
  'Try {n}': 'Versuch {n}',
  'Headers of the request': 'Kopfzeilen der Anfrage',
  Signature: 'Signatur',
  'Headers of the answer': 'Kopfzeilen der Antwort',
  'Body of the answer': 'Inhalt der Antwort',
  'The headers of this try were not kept.': 'Die Kopfzeilen dieses Versuchs wurden nicht aufbewahrt.',
  'Answered without a body.': 'Ohne Inhalt beantwortet.',
  'It was given up': 'Er wurde aufgegeben',

  // A test
  'Send a test': 'Test senden',
  'A signed request goes there, as after a call. It tells that it is a test.':
    'Eine signierte Anfrage geht dorthin, wie nach einem Anruf. Sie sagt, dass sie ein Test ist.',
  'Send once more': 'Noch einmal senden',
  Result: 'Ergebnis',
  'The receiver has taken it.': 'Der Empfänger hat ihn angenommen.',

  // Signing
  'Signing secret': 'Geheimnis',
  'One for the whole workspace. It is shown only when it is made, so keep it where your receivers read it.':
    'Eines für den ganzen Arbeitsbereich. Es wird nur gezeigt, wenn es erzeugt wird: Bewahren Sie es dort auf, wo Ihre Empfänger es lesen.',
  'made by the desk, and never shown. Make a new one to know it.':
    'vom Dienst erzeugt und nie gezeigt. Erzeugen Sie ein neues, um es zu kennen.',
  'The old secret signs too until <at></at>': 'Auch das alte Geheimnis signiert noch bis <at></at>',
  'Give the new one to every receiver until then. After that the old one is worth nothing.':
    'Geben Sie bis dahin jedem Empfänger das neue. Danach ist das alte nichts mehr wert.',
  'Copy the new secret now: it is not shown again':
    'Kopieren Sie das neue Geheimnis jetzt: Es wird nicht noch einmal gezeigt',
  'Leave without the new secret?': 'Ohne das neue Geheimnis verlassen?',
  'It was not copied, and is not shown again.': 'Es wurde nicht kopiert und wird nicht noch einmal gezeigt.',
  'New secret': 'Neues Geheimnis',
  'Make a new secret': 'Neues Geheimnis erzeugen',
  'Make a new signing secret?': 'Neues Geheimnis erzeugen?',
  'Keep this one': 'Dieses behalten',
  'For a day webhooks are signed with both. Within that day every receiver needs the new one, or it will refuse what is sent.':
    'Einen Tag lang werden Webhooks mit beiden signiert. Bis dahin braucht jeder Empfänger das neue, sonst weist er ab, was gesendet wird.',
  '{n, plural, one {One receiver checks} other {# receivers check}} it: {hosts}':
    '{n, plural, one {Ein Empfänger prüft} other {# Empfänger prüfen}} es: {hosts}',
  'Check the signature': 'Signatur prüfen',
  'With it a receiver knows that a request is from this desk. Webhooks follow <link>Standard Webhooks</link>, for which there are libraries too.':
    'An ihr erkennt ein Empfänger, dass eine Anfrage von hier kommt. Webhooks folgen <link>Standard Webhooks</link>, wofür es auch Bibliotheken gibt.',
  'Program in {language}': 'Programm in {language}',
  'They are the same for every event.': 'Sie sind bei jedem Ereignis gleich.',
  'The same at every try: a receiver that has seen it already can leave it.':
    'Bei jedem Versuch gleich: Was ein Empfänger schon gesehen hat, kann er lassen.',
  'When this try was sent, in seconds since 1970. Refuse what is older than five minutes.':
    'Wann dieser Versuch gesendet wurde, in Sekunden seit 1970. Weisen Sie ab, was älter als fünf Minuten ist.',
  '“v1,” and the HMAC-SHA256 of id, timestamp and body in Base64. For a day after a new secret there are two.':
    '„v1,“ und der HMAC-SHA256 von Kennung, Zeit und Inhalt in Base64. Nach einem neuen Geheimnis sind es einen Tag lang zwei.',
}

/** What real calls and their trunks say. */
export const calls: Record<string, string> = {
  // The state of a trunk
  'The name cannot be found.': 'Den Namen gibt es nicht.',
  'No answer.': 'Keine Antwort.',
  'The connection was closed.': 'Die Verbindung wurde geschlossen.',
  'Nobody listens on this port.': 'An diesem Port ist niemand.',
  'There is no network to it.': 'Dorthin gibt es kein Netz.',
  'The network failed: {why}.': 'Das Netz ist ausgefallen: {why}.',
  'The certificate is not for this host.': 'Das Zertifikat ist nicht für diesen Host.',
  'The certificate has expired.': 'Das Zertifikat ist abgelaufen.',
  'This machine does not trust the certificate.': 'Dieser Rechner vertraut dem Zertifikat nicht.',
  'There is no TLS on this port.': 'An diesem Port gibt es kein TLS.',
  'Wrong username or password.': 'Falscher Benutzername oder falsches Passwort.',
  'It asks for a login of a kind that is not supported.': 'Er verlangt eine Anmeldung, die nicht unterstützt wird.',
  'It asks for a username and a password.': 'Er verlangt Benutzername und Passwort.',
  'It does not know this username.': 'Er kennt diesen Benutzernamen nicht.',
  'It answers {answer}.': 'Er antwortet {answer}.',
  'The SIP port {port} of this machine is in use.': 'Der SIP-Port {port} dieses Rechners ist belegt.',
  'This machine does not have the address {address}.': 'Dieser Rechner hat die Adresse {address} nicht.',
  'The SIP port {port} of this machine may not be used.':
    'Der SIP-Port {port} dieses Rechners darf nicht benutzt werden.',
  'The SIP port {port} cannot be opened ({why}).': 'Der SIP-Port {port} lässt sich nicht öffnen ({why}).',
  'The SIP port of this machine is not open.': 'Der SIP-Port dieses Rechners ist nicht offen.',
  'Its answer describes no sound.': 'Seine Antwort beschreibt keinen Ton.',
  'Its answer does not fit our offer.': 'Seine Antwort passt nicht zu unserem Angebot.',
  'It offers no sound.': 'Er bietet keinen Ton an.',
  'It has neither PCMU nor PCMA.': 'Er hat weder PCMU noch PCMA.',
  'It has no encrypted sound, which the trunk requires.': 'Er verschlüsselt den Ton nicht, was der Trunk verlangt.',
  'It wants encrypted sound, which the trunk has off.': 'Er verlangt verschlüsselten Ton, der beim Trunk aus ist.',
  'Its keys for encrypted sound cannot be used.': 'Seine Schlüssel für verschlüsselten Ton sind unbrauchbar.',
  'There is no such trunk.': 'Diesen Trunk gibt es nicht.',
  'The voice process ended by itself, and the call with it.':
    'Der Sprachprozess hat von selbst geendet, und mit ihm der Anruf.',
  'The voice process ended by itself. It is started again.':
    'Der Sprachprozess hat von selbst geendet. Er wird wieder gestartet.',
  'The voice process does not run now.': 'Der Sprachprozess läuft gerade nicht.',
  'The voice process is not part of this service.': 'Der Sprachprozess gehört nicht zu diesem Dienst.',
  'This desk has run with simulated time, so it calls nobody real.':
    'Hier lief simulierte Zeit, also wird niemand wirklich angerufen.',

  'Nobody understands what people say: the assistant only speaks.':
    'Niemand versteht, was Menschen sagen: der Assistent spricht nur.',
  'OpenAI, Deepgram or a server of your own can.': 'OpenAI, Deepgram oder ein eigener Server können es.',

  // A test call
  'The trunk is not in service.': 'Der Trunk ist nicht in Betrieb.',
  'The server {host} is asked to call {number}.': 'Der Server {host} soll {number} anrufen.',
  'The call cannot be placed.': 'Der Anruf ist nicht möglich.',
  'The server works on it ({answer}).': 'Der Server arbeitet daran ({answer}).',
  'It rings ({answer}).': 'Es klingelt ({answer}).',
  'The call makes progress ({answer}).': 'Der Anruf kommt voran ({answer}).',
  'It was answered ({answer}).': 'Es wurde abgenommen ({answer}).',
  'The server asks for the password ({answer}).': 'Der Server fragt nach dem Passwort ({answer}).',
  'The server says no ({answer}).': 'Der Server sagt nein ({answer}).',
  'The sentence cannot be spoken: {why}': 'Der Satz lässt sich nicht sprechen: {why}',
  'The sentence was said.': 'Der Satz wurde gesagt.',
  'Sound came from the other side: {n, number} packets, and {lost, number} were lost.':
    'Von der anderen Seite kam Ton: {n, number} Pakete, {lost, number} gingen verloren.',
  'You hung up.': 'Sie haben aufgelegt.',
  'The server has no line free now.': 'Der Server hat gerade keine Leitung frei.',
  'The line is busy.': 'Es ist besetzt.',
  'The call was declined.': 'Der Anruf wurde abgelehnt.',
  'Nobody answered.': 'Niemand hat abgenommen.',
  'The trunk works as far as that.': 'So weit geht der Trunk.',
  'The server does not know the number, or cannot reach it.':
    'Der Server kennt die Nummer nicht oder erreicht sie nicht.',
  'The server did not put the call through.': 'Der Server hat den Anruf nicht durchgestellt.',
  'See the state of the trunk, and what it said.': 'Sehen Sie den Zustand des Trunks an und was er sagt.',
  'The line broke.': 'Die Leitung ist abgebrochen.',
  'The call ended, but no sound came from the other side.':
    'Der Anruf ist zu Ende, aber von der anderen Seite kam kein Ton.',
  'Its packets do not reach this machine: look at the ports of sound and the public address in the settings.':
    'Ihre Pakete erreichen diesen Rechner nicht: Prüfen Sie die Ports für Ton und die öffentliche Adresse in den Einstellungen.',
  'The call ended.': 'Der Anruf ist zu Ende.',
  'All is well.': 'Alles in Ordnung.',
  'The call was hung up.': 'Es wurde aufgelegt.',
  'The other side hung up before the sentence was said.': 'Die andere Seite hat vor dem Satz aufgelegt.',

  // Warnings of a call
  'Nothing is understood: {why}.': 'Es wird nichts verstanden: {why}.',
  'Turn taking failed: {why}.': 'Das Abwechseln ist ausgefallen: {why}.',
  'Speaking failed: {why}.': 'Das Sprechen ist ausgefallen: {why}.',
  'Nothing can be said: {why}.': 'Es kann nichts gesagt werden: {why}.',
  '{provider} could not understand: {why}; {instead}.': '{provider} konnte nicht verstehen: {why}; {instead}.',
  'The voice provider {wanted} has no credentials; {used} speaks instead.':
    'Für die Stimme von {wanted} gibt es keine Zugangsdaten; stattdessen spricht {used}.',
  'The transcriber {wanted} has no credentials; {used} understands instead.':
    'Für das Verstehen mit {wanted} gibt es keine Zugangsdaten; stattdessen versteht {used}.',
  'The voice {voice} does not speak the language {language}.':
    'Die Stimme {voice} spricht die Sprache {language} nicht.',
  'What people say is not understood: no provider that understands speech is set up in the settings.':
    'Was Menschen sagen, wird nicht verstanden: In den Einstellungen ist kein Anbieter dafür eingerichtet.',
  'The voice {voice} cannot follow {setting}.': 'Die Stimme {voice} kann {setting} nicht folgen.',
  '{provider} understands only whole utterances, so min_interrupt_words are counted when one has ended.':
    '{provider} versteht nur ganze Äußerungen, also wird min_interrupt_words erst an deren Ende gezählt.',
}

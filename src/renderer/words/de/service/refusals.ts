/** Why the service does not do what is asked. */
export const refusals: Record<string, string> = {
  // What there is not
  'Assistant not found.': 'Den Assistenten gibt es nicht.',
  'Outbound assistant not found.': 'Den ausgehenden Assistenten gibt es nicht.',
  'Campaign not found.': 'Die Kampagne gibt es nicht.',
  'Lead not found.': 'Den Kontakt gibt es nicht.',
  'Call not found.': 'Den Anruf gibt es nicht.',
  'Recording not found.': 'Die Aufnahme gibt es nicht.',
  'Webhooks are being sent again {n, number} times already. Cancel one, or wait until one is done.':
    'Webhooks werden schon {n, number}-mal gleichzeitig noch einmal gesendet. Brechen Sie eines ab, oder warten Sie, bis eines fertig ist.',
  'It is {status, select, running {running} done {done} other {cancelled}} already.':
    '{status, select, running {Das läuft} done {Das ist} other {Das ist}} schon{status, select, running {} done { fertig} other { abgebrochen}}.',
  'Redelivery not found.': 'Das gibt es nicht mehr.',
  'Change not found.': 'Die Änderung gibt es nicht.',
  'Rehearsal not found.': 'Die Probe gibt es nicht.',
  'Promised callback not found.': 'Den versprochenen Rückruf gibt es nicht.',
  'Phone number not found.': 'Die Nummer gibt es nicht.',
  'SIP trunk not found.': 'Den SIP-Trunk gibt es nicht.',
  'SMS not found.': 'Die SMS gibt es nicht.',
  'Conversation not found.': 'Das Gespräch gibt es nicht.',
  'Note not found.': 'Die Notiz gibt es nicht.',
  'Knowledge base not found.': 'Die Wissensdatenbank gibt es nicht.',
  'Document not found.': 'Das Dokument gibt es nicht.',
  'Tool not found.': 'Das Werkzeug gibt es nicht.',
  'Model not found.': 'Das Modell gibt es nicht.',
  'Provider not found.': 'Den Anbieter gibt es nicht.',
  'Webhook delivery not found.': 'Den Webhook gibt es nicht.',
  'Payment method not found.': 'Das Zahlungsmittel gibt es nicht.',
  'API key not found.': 'Den API-Schlüssel gibt es nicht.',
  'Session not found.': 'Die Sitzung gibt es nicht.',
  'User not found.': 'Den Benutzer gibt es nicht.',
  'Backup not found.': 'Die Sicherung gibt es nicht.',
  'Not found.': 'Das gibt es nicht.',
  'There is no such recording, or its link has expired.': 'Diese Aufnahme gibt es nicht, oder ihr Link ist abgelaufen.',
  'There is no such operation.': 'Das kann der Dienst nicht.',
  'There is no operation {name}.': '{name} kann der Dienst nicht.',

  // Numbers and the do-not-call list
  'The number {number} is on the blacklist. Take it off the list first.':
    'Die Nummer {number} ist auf der Sperrliste. Nehmen Sie sie zuerst herunter.',
  'The number {number} is on the blacklist.': 'Die Nummer {number} ist auf der Sperrliste.',
  'The number {number} is not on the blacklist.': 'Die Nummer {number} ist nicht auf der Sperrliste.',
  'The number {number} is in this campaign already.': 'Die Nummer {number} ist schon in dieser Kampagne.',
  'The number {number} is in use already.': 'Die Nummer {number} ist schon vergeben.',
  'The number {number} cannot send SMS.': 'Die Nummer {number} kann keine SMS senden.',
  'The number {number} is suspended until its rent is paid.':
    'Die Nummer {number} ist gesperrt, bis ihre Miete bezahlt ist.',
  'The number {number} was bought from the {carrier} carrier and cannot be used with another.':
    'Die Nummer {number} wurde beim Anbieter {carrier} gekauft und geht mit keinem anderen.',
  'The number {number} takes no calls.': 'Die Nummer {number} nimmt keine Anrufe an.',
  'The number {number} does not come from a search of the last 24 hours.':
    'Die Nummer {number} stammt nicht aus einer Suche der letzten 24 Stunden.',
  'The number of this conversation is gone.': 'Die Nummer dieses Gesprächs gibt es nicht mehr.',
  'The number is not being released.': 'Die Nummer wird nicht abgegeben.',
  'The number is released already; it leaves on {day}.': 'Die Nummer ist schon abgegeben; sie geht am {day}.',
  'There is a SIP trunk with the number {number}, this user and this address already.':
    'Es gibt schon einen SIP-Trunk mit der Nummer {number}, diesem Benutzer und dieser Adresse.',
  'The carrier offers no numbers. {why}': 'Der Anbieter bietet keine Nummern an. {why}',
  'The carrier refused the number. {why}': 'Der Anbieter hat die Nummer abgelehnt. {why}',
  'It cannot be reached now.': 'Er ist gerade nicht zu erreichen.',
  'There is no payment method on file. Add one first.':
    'Es ist kein Zahlungsmittel hinterlegt. Fügen Sie zuerst eines hinzu.',

  // Campaigns and leads
  'The campaign has no assistant. Give it one before it starts.':
    'Die Kampagne hat keinen Assistenten. Geben Sie ihr einen, bevor sie startet.',
  'The campaign has no leads. Add leads before it starts.':
    'Die Kampagne hat keine Kontakte. Fügen Sie welche hinzu, bevor sie startet.',
  'The campaign has no number of a SIP trunk to call from. Give it or its assistant one before it starts.':
    'Die Kampagne hat keine Nummer eines SIP-Trunks zum Anrufen. Geben Sie ihr oder ihrem Assistenten eine, bevor sie startet.',
  'The campaign is running already.': 'Die Kampagne läuft schon.',
  'Dialing is halted. Resume it first.': 'Das Wählen ist gestoppt. Setzen Sie es zuerst fort.',
  'Dialing is paused. Resume it first.': 'Das Wählen ist angehalten. Setzen Sie es zuerst fort.',
  'Dialing is halted. Resume it first, or send resume: true to do both.':
    'Das Wählen ist gestoppt. Setzen Sie es zuerst fort.',
  'No lead is left to be called.': 'Kein Kontakt ist mehr anzurufen.',
  'Its hours never open. Change them first.': 'Ihre Zeiten sind nie offen. Ändern Sie sie zuerst.',
  'The lead is on the phone. Only its variables and its callback can be changed meanwhile.':
    'Der Kontakt ist am Telefon. So lange lassen sich nur seine Variablen und sein Rückruf ändern.',
  'The lead is on the phone. Delete it when the call has ended.':
    'Der Kontakt ist am Telefon. Löschen Sie ihn, wenn der Anruf beendet ist.',
  'The lead is {state, select, completed {completed} missed {reached-max-retries} blacklisted {blacklisted} other {processing}}. Set its status to created{end, select, first { first} other { to have it called again}}.':
    'Der Kontakt ist {state, select, completed {fertig} missed {nicht erreicht worden} blacklisted {auf der Sperrliste} other {am Telefon}}. Lassen Sie ihn{end, select, first { zuerst} other {}} noch einmal anrufen.',
  "The campaign's assistant does not define the variable {name}.":
    'Der Assistent der Kampagne hat keine Variable {name}.',
  'The row must be an object with a phone_number.': 'Der Zeile fehlt eine Nummer.',
  'The ids field or the filter field is required, and not both.': 'Nötig sind Kontakte oder ein Filter, nicht beides.',
  '{n, number} changes of many leads are under way. Cancel one, or wait until one is done.':
    '{n, number} Änderungen vieler Kontakte laufen. Brechen Sie eine ab, oder warten Sie, bis eine fertig ist.',
  'The change is {state, select, running {running} done {done} cancelled {cancelled} undoing {undoing} other {undone}} already.':
    'Die Änderung {state, select, running {läuft schon} done {ist schon fertig} cancelled {ist schon abgebrochen} undoing {wird schon rückgängig gemacht} other {ist schon rückgängig gemacht}}.',
  'The change is under way. Cancel it first.': 'Die Änderung läuft. Brechen Sie sie zuerst ab.',
  'Leads that were deleted cannot be brought back.': 'Gelöschte Kontakte lassen sich nicht zurückholen.',
  'There is nothing to undo.': 'Es gibt nichts rückgängig zu machen.',
  '{n, number} rehearsals are running. Cancel one, or wait until one is done.':
    '{n, number} Proben laufen. Brechen Sie eine ab, oder warten Sie, bis eine fertig ist.',

  // Calls, SMS and chats
  'The call is under way. Hang it up first, and delete it when it has ended.':
    'Der Anruf läuft. Legen Sie zuerst auf, und löschen Sie ihn, wenn er beendet ist.',
  'The call has ended already.': 'Der Anruf ist schon beendet.',
  '{number} is on the phone. Hang up first.': '{number} ist am Telefon. Legen Sie zuerst auf.',
  'Only the simulated carrier can be made to ring.': 'Nur der simulierte Anbieter lässt sich zum Klingeln bringen.',
  'The {carrier} carrier is chosen; only the simulated one simulates.':
    'Gewählt ist der Anbieter {carrier}; nur der simulierte simuliert.',
  'Only an SMS that failed is sent again.': 'Nur eine fehlgeschlagene SMS wird noch einmal gesendet.',
  'The assistant answers in this conversation. Take it over first.':
    'In diesem Gespräch antwortet der Assistent. Übernehmen Sie es zuerst.',
  'The assistant of this conversation was deleted.': 'Der Assistent dieses Gesprächs wurde gelöscht.',
  'The customer has not written since the last answer.': 'Seit der letzten Antwort kam keine Nachricht.',
  'The conversation was deleted meanwhile.': 'Das Gespräch wurde inzwischen gelöscht.',
  'The model {model} failed: {why}': 'Das Modell {model} ist ausgefallen: {why}',

  // Everything else
  'This model comes with Callwright and stays.': 'Dieses Modell gehört zu Callwright und bleibt.',
  'An assistant uses this model. Give it another one first.':
    'Ein Assistent nutzt dieses Modell. Geben Sie ihm zuerst ein anderes.',
  'The document is being read already.': 'Das Dokument wird schon gelesen.',
  'The document was read; there is nothing to retry.': 'Das Dokument wurde gelesen; es gibt nichts zu wiederholen.',
  'The file of the document is not kept. Add it again, and delete this one.':
    'Die Datei des Dokuments ist nicht mehr da. Fügen Sie es neu hinzu, und löschen Sie dieses.',
  'The delivery is on its way already.': 'Der Webhook ist schon unterwegs.',
  'There is a user with the address {email} already.': 'Es gibt schon einen Benutzer mit der Adresse {email}.',
  'The last user stays. Add another one first.': 'Der letzte Benutzer bleibt. Fügen Sie zuerst einen anderen hinzu.',
  'You cannot remove yourself. Another user can.':
    'Sich selbst können Sie nicht entfernen. Ein anderer Benutzer kann es.',
  '{name} has {n, plural, one {# call} other {# calls}} under way. Hang up, or wait until they have ended.':
    'Bei {name} {n, plural, one {läuft ein Anruf} other {laufen # Anrufe}}. Legen Sie auf, oder warten Sie.',
  '{name} has {n, plural, one {# number} other {# numbers}}. Sign in as {user} and release them first.':
    '{name} hat {n, plural, one {eine Nummer} other {# Nummern}}. Melden Sie sich als {user} an, und geben Sie sie zuerst ab.',
  'A backup is being made already.': 'Es läuft schon eine Sicherung.',
  'No backup is being made.': 'Es läuft keine Sicherung.',
  'There is no room on the disk: nothing was changed. Make room and try again.':
    'Auf der Platte ist kein Platz: nichts wurde geändert. Schaffen Sie Platz, und versuchen Sie es noch einmal.',
  'There is no room on the disk: {why}.': 'Auf der Platte ist kein Platz: {why}.',
  'dialing is halted and every call is being hung up, but this could not be written. It is written when there is room; campaigns are stopped then':
    'das Wählen ist gestoppt und bei jedem Anruf wird aufgelegt, nur festgehalten ist es noch nicht. Das geschieht, sobald Platz ist; dann werden auch die Kampagnen angehalten',
  'the call is being hung up, but why could not be written':
    'es wird aufgelegt, nur der Grund ließ sich nicht festhalten',
  'Something went wrong here. Its number in the log is {id}.':
    'Hier ist etwas schiefgegangen. Die Nummer im Log ist {id}.',
  'Something went wrong.': 'Etwas ist schiefgegangen.',
  'Too many requests. Try again in {n, number} s.': 'Zu viele Anfragen. Versuchen Sie es in {n, number} s wieder.',
  'There are {n, number} event streams open already. Close one, or try again in {s, number} s.':
    'Es sind schon {n, number} Ereignisströme offen. Schließen Sie einen, oder versuchen Sie es in {s, number} s wieder.',
  'This Idempotency-Key was used with another body.': 'Diese Anfrage war schon da, mit anderem Inhalt.',
  'The first request with this Idempotency-Key was cut off. See what it did before you send another.':
    'Die erste Anfrage wurde unterbrochen. Sehen Sie nach, was sie getan hat, bevor Sie noch eine senden.',
  'This link was used already, or has expired.': 'Dieser Link wurde schon benutzt oder ist abgelaufen.',
  'Unauthenticated.': 'Nicht angemeldet.',
  'The body must not be larger than {n, number} bytes.': 'Das ist zu groß: höchstens {n, number} Bytes.',
  'The input must not nest more than {n, number} levels.':
    'Das ist zu tief verschachtelt: höchstens {n, number} Ebenen.',
  'JSON must not nest more than {n, number} levels.': 'Das ist zu tief verschachtelt: höchstens {n, number} Ebenen.',
}

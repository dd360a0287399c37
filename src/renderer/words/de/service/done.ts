/** What the service has done. */
export const done: Record<string, string> = {
  // Money, keys and users
  'The balance was topped up.': 'Das Guthaben ist aufgeladen.',
  'The key was made. It is shown only now.': 'Der Schlüssel ist angelegt. Er wird nur jetzt gezeigt.',
  'The key was revoked.': 'Der Schlüssel ist gesperrt.',
  'The payment method is on file.': 'Das Zahlungsmittel ist hinterlegt.',
  'The payment method was removed.': 'Das Zahlungsmittel ist entfernt.',
  'The user was added.': 'Der Benutzer ist hinzugefügt.',
  'The user was changed.': 'Der Benutzer ist geändert.',
  'The user was removed. Their API keys and sessions have ended.':
    'Der Benutzer ist entfernt. API-Schlüssel und Sitzungen haben geendet.',
  'The link was made. It works once, within a day.': 'Der Link ist da. Er gilt einmal, einen Tag lang.',
  'The browser was signed out.': 'Der Browser ist abgemeldet.',
  'There was no other browser.': 'Es gab keinen anderen Browser.',
  '{n, plural, one {# browser was} other {# browsers were}} signed out.':
    '{n, plural, one {Ein Browser ist} other {# Browser sind}} abgemeldet.',
  'The settings were changed.': 'Die Einstellungen sind geändert.',
  'The model was added.': 'Das Modell ist hinzugefügt.',
  'The model was removed.': 'Das Modell ist entfernt.',
  'The scripted model is built in.': 'Das Skript ist eingebaut.',
  '{model} answered “{words}” in {s} s.': '{model} hat in {s} s „{words}“ geantwortet.',

  // Assistants, tools and knowledge
  'The assistant was created.': 'Der Assistent ist angelegt.',
  'The assistant was changed.': 'Der Assistent ist geändert.',
  'The assistant was deleted.': 'Der Assistent ist gelöscht.',
  'A webhook is sent after each call.': 'Nach jedem Anruf wird ein Webhook gesendet.',
  'No webhook is sent after calls.': 'Nach Anrufen wird kein Webhook gesendet.',
  'The URL is asked before an inbound call is answered.': 'Vor dem Abnehmen eines Anrufs wird die Adresse gefragt.',
  'Inbound calls are answered without asking.': 'Eingehende Anrufe werden ohne Frage beantwortet.',
  'A webhook is sent when a chat ends from inactivity.': 'Wenn ein Chat einschläft, wird ein Webhook gesendet.',
  'No webhook is sent when a chat ends.': 'Wenn ein Chat endet, wird kein Webhook gesendet.',
  'The tool was made.': 'Das Werkzeug ist angelegt.',
  'The tool was changed.': 'Das Werkzeug ist geändert.',
  'The tool was deleted.': 'Das Werkzeug ist gelöscht.',
  'The knowledge base was created.': 'Die Wissensdatenbank ist angelegt.',
  'The knowledge base was changed.': 'Die Wissensdatenbank ist geändert.',
  'The knowledge base was deleted, with its documents.': 'Die Wissensdatenbank ist gelöscht, mit ihren Dokumenten.',
  'The document was added and is being read.': 'Das Dokument ist hinzugefügt und wird gelesen.',
  'The document was changed.': 'Das Dokument ist geändert.',
  'The document was deleted.': 'Das Dokument ist gelöscht.',
  'The document is being read again.': 'Das Dokument wird noch einmal gelesen.',
  'The website is being read again.': 'Die Website wird noch einmal gelesen.',

  // Campaigns and leads
  'The campaign was created.': 'Die Kampagne ist angelegt.',
  'The campaign was changed.': 'Die Kampagne ist geändert.',
  'The campaign was copied as a draft, without its leads.': 'Die Kampagne ist als Entwurf kopiert, ohne ihre Kontakte.',
  'The campaign was deleted, with its leads. Its calls stay.':
    'Die Kampagne ist gelöscht, mit ihren Kontakten. Ihre Anrufe bleiben.',
  'The campaign was started.': 'Die Kampagne ist gestartet.',
  'The campaign was stopped.': 'Die Kampagne ist angehalten.',
  'The start is planned.': 'Der Start ist geplant.',
  'No start is planned.': 'Es ist kein Start geplant.',
  'No campaign was stopped by a halt.': 'Keine Kampagne war durch „Alles stoppen“ angehalten.',
  'No campaign was started again.': 'Keine Kampagne wurde wieder gestartet.',
  '{n, plural, one {# campaign was} other {# campaigns were}} started again.':
    '{n, plural, one {Eine Kampagne wurde} other {# Kampagnen wurden}} wieder gestartet.',
  '{n, plural, one {# campaign stays} other {# campaigns stay}} stopped.':
    '{n, plural, one {Eine Kampagne bleibt} other {# Kampagnen bleiben}} angehalten.',
  'Dialing is paused: nothing is dialed until it is resumed.':
    'Das Wählen ist angehalten: bis es weitergeht, wird nicht gewählt.',
  'The rehearsal was started.': 'Die Probe läuft.',
  'The rehearsal was cancelled.': 'Die Probe ist abgebrochen.',
  'The rehearsal was deleted.': 'Die Probe ist gelöscht.',
  'The lead was changed.': 'Der Kontakt ist geändert.',
  'The lead was deleted.': 'Der Kontakt ist gelöscht.',
  'The lead was added. Its number is on the blacklist: it is not called.':
    'Der Kontakt ist hinzugefügt. Seine Nummer ist auf der Sperrliste: er wird nicht angerufen.',
  'The lead was added and waits to be called.': 'Der Kontakt ist hinzugefügt und wartet auf seinen Anruf.',
  'The lead was added. The campaign is completed: start it again to have the lead called.':
    'Der Kontakt ist hinzugefügt. Die Kampagne ist abgeschlossen: starten Sie sie wieder, damit er angerufen wird.',
  'The lead was added. It is called once the campaign is started.':
    'Der Kontakt ist hinzugefügt. Er wird angerufen, sobald die Kampagne gestartet ist.',
  '{n, plural, one {# lead was} other {# leads were}} added.':
    '{n, plural, one {Ein Kontakt ist} other {# Kontakte sind}} hinzugefügt.',
  '{n, plural, one {# lead would be} other {# leads would be}} added.':
    '{n, plural, one {Ein Kontakt käme} other {# Kontakte kämen}} hinzu.',
  '{n, plural, one {# was} other {# were}} not.': '{n, plural, one {Einer nicht} other {# nicht}}.',
  '{n, number} would not.': '{n, number} nicht.',
  '{n, plural, one {# lead is} other {# leads are}} being changed.':
    '{n, plural, one {Ein Kontakt wird} other {# Kontakte werden}} geändert.',
  '{n, plural, one {# lead was} other {# leads were}} changed.':
    '{n, plural, one {Ein Kontakt wurde} other {# Kontakte wurden}} geändert.',
  'The change was cancelled. What is changed stays so.': 'Die Änderung ist abgebrochen. Was geändert ist, bleibt so.',
  'The change is being taken back.': 'Die Änderung wird rückgängig gemacht.',

  // Calls, SMS and chats
  'The call was started.': 'Der Anruf läuft.',
  'The call was deleted.': 'Der Anruf ist gelöscht.',
  'The call is being ended.': 'Es wird aufgelegt.',
  'The call came in.': 'Der Anruf kam an.',
  'The message came in.': 'Die Nachricht kam an.',
  '{n, plural, one {# webhook is} other {# webhooks are}} being sent again.':
    '{n, plural, one {Ein Webhook wird} other {# Webhooks werden}} noch einmal gesendet.',
  'No more of them are sent again. Those on their way still are.':
    'Weitere werden nicht mehr gesendet. Die schon unterwegs sind, kommen noch an.',
  'The message was sent.': 'Die Nachricht ist gesendet.',
  'The message is kept and sent as soon as the carrier can be reached.':
    'Die Nachricht wird gesendet, sobald der Anbieter zu erreichen ist.',
  'The message was not sent, and its cost was given back. {why}':
    'Die Nachricht wurde nicht gesendet, und die Kosten sind zurückgebucht. {why}',
  'The messages were read.': 'Die Nachrichten sind gelesen.',
  'The SMS were read.': 'Die SMS sind gelesen.',
  'Dialing is paused.': 'Das Wählen ist angehalten.',
  'Dialing goes on.': 'Es wird weiter gewählt.',
  'Dialing is halted.': 'Das Wählen ist gestoppt.',
  '{n, plural, one {# call is} other {# calls are}} being hung up.':
    'Bei {n, plural, one {einem Anruf} other {# Anrufen}} wird aufgelegt.',
  '{n, plural, one {# campaign was} other {# campaigns were}} stopped.':
    '{n, plural, one {Eine Kampagne wurde} other {# Kampagnen wurden}} angehalten.',

  'The test call was hung up.': 'Beim Probeanruf wurde aufgelegt.',

  // People and the do-not-call list
  'The callback is promised. A person has to make it.': 'Der Rückruf ist versprochen. Eine Person muss ihn machen.',
  'The promised callback was moved.': 'Der versprochene Rückruf ist verlegt.',
  'The promised callback was dismissed.': 'Der versprochene Rückruf ist abgehakt.',
  'The number is on the blacklist again.': 'Die Nummer ist wieder auf der Sperrliste.',
  'The number is off the blacklist.': 'Die Nummer ist nicht mehr auf der Sperrliste.',
  '{n, plural, one {# number is} other {# numbers are}} off the blacklist.':
    '{n, plural, one {Eine Nummer ist} other {# Nummern sind}} nicht mehr auf der Sperrliste.',
  '{n, plural, one {# number is} other {# numbers are}} on the blacklist, {known, number} of them from before.':
    '{n, plural, one {Eine Nummer ist} other {# Nummern sind}} auf der Sperrliste, {known, number} davon von vorher.',
  '{n, plural, one {# number is} other {# numbers are}} on the blacklist.':
    '{n, plural, one {Eine Nummer ist} other {# Nummern sind}} auf der Sperrliste.',
  'What was known about this number is gone.': 'Was über diese Nummer bekannt war, ist gelöscht.',
  'The note was added.': 'Die Notiz ist hinzugefügt.',
  'The note was changed.': 'Die Notiz ist geändert.',
  'The note was deleted.': 'Die Notiz ist gelöscht.',

  // Numbers
  'The number was bought. It is rented by the month until it is released.':
    'Die Nummer ist gekauft. Sie wird monatlich gemietet, bis Sie sie abgeben.',
  'The number was changed.': 'Die Nummer ist geändert.',
  'The number was released.': 'Die Nummer ist abgegeben.',
  'The number is released on {day}, when its paid month ends.':
    'Die Nummer wird am {day} abgegeben, wenn ihr bezahlter Monat endet.',
  'The number stays.': 'Die Nummer bleibt.',
  'The SIP trunk was added.': 'Der SIP-Trunk ist hinzugefügt.',
  'The SIP trunk was changed.': 'Der SIP-Trunk ist geändert.',

  // Webhooks, data and first steps
  'The webhook is sent again.': 'Der Webhook wird noch einmal gesendet.',
  'Webhooks are signed with the new secret, and for a day with the old one too.':
    'Webhooks werden mit dem neuen Geheimnis signiert, und einen Tag lang auch mit dem alten.',
  'A test webhook is on its way.': 'Ein Test-Webhook ist unterwegs.',
  'No webhook is sent again: none was given up.': 'Kein Webhook wird noch einmal gesendet: keiner war aufgegeben.',
  '{n, plural, one {# webhook is} other {# webhooks are}} sent again.':
    '{n, plural, one {Ein Webhook wird} other {# Webhooks werden}} noch einmal gesendet.',
  'A backup is being made.': 'Die Sicherung läuft.',
  'The backup was cancelled.': 'Die Sicherung ist abgebrochen.',
  'The backup was deleted.': 'Die Sicherung ist gelöscht.',
  'The first steps were put away.': 'Die ersten Schritte sind weggelegt.',
  'The first steps are shown again.': 'Die ersten Schritte werden wieder gezeigt.',
  'The step was put off.': 'Der Schritt ist verschoben.',
  'The step was taken up again.': 'Der Schritt ist wieder da.',
  'The sample data is loaded. Start its campaign to see it at work.':
    'Die Beispieldaten sind geladen. Starten Sie ihre Kampagne, um sie in Arbeit zu sehen.',
  'The sample data is gone.': 'Die Beispieldaten sind gelöscht.',
  'The sample data is gone, but for {n, plural, one {# record that is} other {# records that are}} yours now.':
    'Die Beispieldaten sind gelöscht, bis auf {n, plural, one {einen Datensatz, der} other {# Datensätze, die}} jetzt Ihnen {n, plural, one {gehört} other {gehören}}.',
  '{n, plural, one {# entry was} other {# entries were}} put away.':
    '{n, plural, one {Ein Eintrag ist} other {# Einträge sind}} weggelegt.',
  'What was put away is shown again.': 'Das Weggelegte wird wieder gezeigt.',
}

/** What the service writes about calls, SMS, chats, webhooks, documents and models. */
export const notices: Record<string, string> = {
  // Notices of a call
  'The variable {name} has no value; it is left empty.': 'Die Variable {name} hat keinen Wert; sie bleibt leer.',
  'The assistant does not define the variable {name}.': 'Der Assistent hat keine Variable {name}.',
  'The call could not be evaluated: {why}.': 'Der Anruf ließ sich nicht auswerten: {why}.',
  'it was interrupted too often': 'die Auswertung wurde zu oft unterbrochen',
  'The call was not recorded: {why}.': 'Der Anruf wurde nicht aufgenommen: {why}.',
  'the service stopped before its recording was complete': 'der Dienst endete, bevor die Aufnahme fertig war',
  'its recording took too long': 'die Aufnahme hat zu lange gebraucht',
  'The inbound webhook gave no variables: {why}.': 'Der Webhook für eingehende Anrufe gab keine Variablen: {why}.',
  '{tool} was asked for while a machine spoke; nothing was done.':
    '{tool} wurde verlangt, während eine Maschine sprach; nichts wurde getan.',
  'The conversation could not begin: {why}': 'Das Gespräch konnte nicht beginnen: {why}',

  // What was charged
  '{s, number} s of talking at {price} a minute': '{s, number} s Gespräch zu {price} je Minute',
  'Call {id}: {s, number} s of talking at {price} a minute': 'Anruf {id}: {s, number} s Gespräch zu {price} je Minute',
  'Message of chat {id}': 'Nachricht im Chat {id}',
  'SMS {id}: not sent': 'SMS {id}: nicht gesendet',
  '{number}: refused by the carrier': '{number}: vom Anbieter abgelehnt',
  'Simulated credit to try things with': 'Simuliertes Guthaben zum Ausprobieren',

  // What the built-in rules have found
  'Nobody said anything.': 'Niemand hat etwas gesagt.',
  'The other side said nothing.': 'Die andere Seite hat nichts gesagt.',
  '“{words}” were the last words of the other side. {n, plural, one {One thing was} other {# things were}} said.':
    '„{words}“ waren die letzten Worte der anderen Seite. {n, plural, one {Es gab eine Äußerung} other {Es gab # Äußerungen}}.',

  // What the operator is told
  '{name} stopped itself. {why}': '{name} hat sich selbst angehalten. {why}',
  '{name}: Its planned start was not possible. {why}': '{name}: Der geplante Start war nicht möglich. {why}',
  '{name} was started late, because the service did not run at its planned time.':
    '{name} wurde verspätet gestartet, weil der Dienst zur geplanten Zeit nicht lief.',
  '{name} was started, as planned.': '{name} wurde gestartet, wie geplant.',
  'Most of the last {n, number} numbers that {name} dialed do not exist or cannot be reached. Is its list right?':
    'Die meisten der letzten {n, number} Nummern, die {name} gewählt hat, existieren nicht oder sind nicht erreichbar. Stimmt die Liste?',
  'The call to {number} was cut off while talking. It is not made again by itself.':
    'Der Anruf an {number} ist im Gespräch abgerissen. Er wird nicht von selbst wiederholt.',
  '{name} answers on {number}': '{name} antwortet auf {number}',
  'The model {model} does not answer. Campaigns that use it wait until it does.':
    'Das Modell {model} antwortet nicht. Kampagnen, die es nutzen, warten so lange.',
  'The model {model} answers again.': 'Das Modell {model} antwortet wieder.',
  'The clock of this machine and the time of the desk agree again. Dialing goes on.':
    'Die Uhr dieses Rechners und die Zeit des Dienstes gehen wieder gleich. Es wird weiter gewählt.',
  '{name} could not be read. {why}': '{name} war nicht zu lesen. {why}',
  'The webhook of conversation {id} could not be stored and is not sent. The log says why.':
    'Der Webhook des Gesprächs {id} ließ sich nicht speichern und wird nicht gesendet. Warum, steht im Log.',
  'The balance does not cover the rent of {number}. It is tried again each day.':
    'Das Guthaben reicht nicht für die Miete von {number}. Es wird jeden Tag noch einmal versucht.',
  '{number} is suspended: its rent is not paid. Top up the balance within 30 days to keep it.':
    '{number} ist gesperrt: die Miete ist nicht bezahlt. Laden Sie das Guthaben innerhalb von 30 Tagen auf, um sie zu behalten.',
  '{number} was released: its rent was not paid for 30 days.':
    '{number} wurde abgegeben: die Miete war 30 Tage nicht bezahlt.',
  'The carrier refused {number}: {why} Its rent was given back.':
    'Der Anbieter hat {number} abgelehnt: {why} Die Miete wurde zurückgebucht.',

  // SMS and chats
  'Not answered: {why}': 'Nicht beantwortet: {why}',
  'An SMS from {number} is not answered: {why}': 'Eine SMS von {number} wird nicht beantwortet: {why}',
  'An SMS from {number} could not be answered: {why}': 'Eine SMS von {number} konnte nicht beantwortet werden: {why}',
  'The assistant {name} is inactive.': 'Der Assistent {name} ist nicht aktiv.',
  'The carrier could not be reached.': 'Der Anbieter war nicht zu erreichen.',
  'The number cannot be reached.': 'Die Nummer ist nicht zu erreichen.',
  'The number is suspended until its rent is paid.': 'Die Nummer ist gesperrt, bis ihre Miete bezahlt ist.',
  'The number was bought from the {carrier} carrier and cannot be used with another.':
    'Die Nummer wurde beim Anbieter {carrier} gekauft und geht mit keinem anderen.',
  'The number is on the blacklist.': 'Die Nummer ist auf der Sperrliste.',
  'Whoever it was for was forgotten.': 'Die Person, für die sie war, wurde vergessen.',
  'Asked not to be called again': 'Bat, nicht wieder angerufen zu werden',
  'Not to be called again': 'Soll nicht wieder angerufen werden',

  // Webhooks
  'The receiver answered {status}.': 'Der Empfänger hat mit {status} geantwortet.',
  'A webhook to {host} was given up after {n, plural, one {# try} other {# tries}}.':
    'Ein Webhook an {host} wurde nach {n, plural, one {einem Versuch} other {# Versuchen}} aufgegeben.',
  'A webhook to {host} was given up, because its result could not be stored.':
    'Ein Webhook an {host} wurde aufgegeben, weil sich das Ergebnis nicht speichern ließ.',
  'The result of this try could not be stored.': 'Das Ergebnis dieses Versuchs ließ sich nicht speichern.',
  // Why a request failed, as Node says it.
  'fetch failed: connect ECONNREFUSED {address}': 'Bei {address} antwortet nichts (ECONNREFUSED)',
  'fetch failed: connect ETIMEDOUT {address}': '{address} ist nicht zu erreichen (ETIMEDOUT)',
  'fetch failed: connect EHOSTUNREACH {address}': '{address} ist nicht zu erreichen (EHOSTUNREACH)',
  'fetch failed: getaddrinfo ENOTFOUND {host}': 'Der Host {host} ist nicht zu finden (ENOTFOUND)',
  'fetch failed: getaddrinfo EAI_AGAIN {host}': 'Der Host {host} ist nicht zu finden (EAI_AGAIN)',
  'fetch failed: read ECONNRESET': 'Die Verbindung brach ab (ECONNRESET)',
  'fetch failed: other side closed': 'Die andere Seite hat die Verbindung beendet',
  'fetch failed: {reason}': 'Die Anfrage schlug fehl: {reason}',
  'it answered {status}': 'die Antwort war {status}',
  'its answer is too long': 'die Antwort ist zu lang',
  'its answer nests more than {n, number} levels': 'die Antwort ist mehr als {n, number} Ebenen tief',
  'The operation was aborted due to timeout': 'Es kam keine Antwort in der Zeit',
  'The answer was longer than {n, number} KiB; its beginning is kept as text.':
    'Die Antwort war länger als {n, number} KiB; der Anfang ist als Text da.',
  'The answer nests more than {n, number} levels; it is kept as text.':
    'Die Antwort ist mehr als {n, number} Ebenen tief; sie ist als Text da.',

  'Wrote {word}': 'Schrieb {word}',

  // The check of the data
  'The data key {file} is missing. {why}': 'Der Datenschlüssel {file} fehlt. {why}',
  'The file {file} does not hold a data key. {why}': 'Die Datei {file} enthält keinen Datenschlüssel. {why}',
  'The file {file} holds the key of other data. {why}': 'Die Datei {file} enthält den Schlüssel anderer Daten. {why}',
  'Put the right file back, as it was when the data was made. If it is lost, "doctor --forget-secrets" deletes every secret that was sealed with it and makes a new key.':
    'Legen Sie die richtige Datei zurück, wie sie beim Anlegen der Daten war. Ist sie verloren, löscht „doctor --forget-secrets“ jedes damit versiegelte Geheimnis und legt einen neuen Schlüssel an.',
  'The data key {file} can be read by other users of this machine. If they can be trusted, make it private: chmod 600 {same}. Else "doctor --forget-secrets" deletes every secret that was sealed with it and makes a new key.':
    'Den Datenschlüssel {file} können andere Benutzer dieses Rechners lesen. Ist ihnen zu trauen, machen Sie ihn privat: chmod 600 {same}. Sonst löscht „doctor --forget-secrets“ jedes damit versiegelte Geheimnis und legt einen neuen Schlüssel an.',
  'database is sound (SQLite {version})': 'Datenbank ist in Ordnung (SQLite {version})',
  'references are whole': 'Verweise stimmen',
  'balances are the sums of their ledgers': 'Guthaben sind die Summen ihrer Buchungen',
  'the data key is the one of this data': 'der Datenschlüssel gehört zu diesen Daten',
  'only their owner can read the files': 'nur ihr Eigentümer kann die Dateien lesen',
  'other users can read {files}; the next start of the service makes them private, but for data.key':
    'andere Benutzer können {files} lesen; der nächste Start des Dienstes ändert das, außer bei data.key',
}

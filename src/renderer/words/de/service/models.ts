/** Why a model gave no answer. Each is the end of a sentence. */
export const models: Record<string, string> = {
  '{who} answered without an end': '{who} antwortete ohne Ende',
  '{who} asked for {tool} in a way that cannot be read': '{who} verlangte {tool} in einer Form, die nicht zu lesen ist',
  '{who} would not answer: its content filter held the answer back':
    '{who} gab keine Antwort: der Inhaltsfilter hat sie zurückgehalten',
  '{who} answered nothing': '{who} antwortete nichts',
  '{who} broke off with a fault of its own: {reason}': '{who} brach mit einem eigenen Fehler ab: {reason}',
  '{who} answered with something that is not a reply': '{who} antwortete mit etwas, das keine Antwort ist',
  '{who} refused the key (401)': '{who} hat den Schlüssel abgelehnt (401)',
  '{who} does not allow this with the key that is stored (403)':
    '{who} erlaubt das mit dem gespeicherten Schlüssel nicht (403)',
  '{who} does not know the model {model}, or its address is wrong (404)':
    '{who} kennt das Modell {model} nicht, oder die Adresse ist falsch (404)',
  '{who} does not know the model {model} (404)': '{who} kennt das Modell {model} nicht (404)',
  '{who} takes no more requests for {s, number} s (429): {reason}':
    '{who} nimmt {s, number} s lang keine Anfragen mehr an (429): {reason}',
  '{who} takes no more requests for {s, number} s (429)': '{who} nimmt {s, number} s lang keine Anfragen mehr an (429)',
  '{who} takes no more requests (429): {reason}': '{who} nimmt keine Anfragen mehr an (429): {reason}',
  '{who} takes no more requests (429)': '{who} nimmt keine Anfragen mehr an (429)',
  '{who} has a fault of its own ({status})': '{who} hat einen eigenen Fehler ({status})',
  '{who} refused the request ({status}): {reason}': '{who} hat die Anfrage abgelehnt ({status}): {reason}',
  '{who} refused the request ({status})': '{who} hat die Anfrage abgelehnt ({status})',
  'nothing answers at {host}': 'bei {host} antwortet nichts',
  'the host {host} cannot be found': 'der Host {host} ist nicht zu finden',
  'the certificate of {host} is not in order ({code})': 'das Zertifikat von {host} ist nicht in Ordnung ({code})',
  'the connection to {who} broke off': 'die Verbindung zu {who} brach ab',
  'the model answered with something that is not an evaluation':
    'das Modell antwortete mit etwas, das keine Auswertung ist',
  'it took longer than {s, number} s to answer to the end': 'die ganze Antwort dauerte länger als {s, number} s',
  'it took longer than {s, number} s for its first word': 'das erste Wort dauerte länger als {s, number} s',
  'it took longer than {s, number} s to go on': 'es ging länger als {s, number} s nicht weiter',
  'it took longer than {s, number} s': 'es dauerte länger als {s, number} s',
  'this provider has no language models': 'dieser Anbieter hat keine Sprachmodelle',
  'no address is stored for the server': 'für den Server ist keine Adresse gespeichert',
  'no key is stored for {name}': 'für {name} ist kein Schlüssel gespeichert',
  'the address that is stored for {name} is none': 'die für {name} gespeicherte Adresse ist keine',
  'the address leads on to another one ({status}), which is not followed':
    'die Adresse führt zu einer anderen weiter ({status}), der nicht gefolgt wird',
  'the answer had no end': 'die Antwort hatte kein Ende',
  '{host} cannot be reached': '{host} ist nicht zu erreichen',
}

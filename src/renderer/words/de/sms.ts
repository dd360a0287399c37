/** Texts of the SMS. */
export const sms: Record<string, string> = {
  'This SMS cannot be sent yet': 'Diese SMS kann noch nicht gesendet werden',
  'Say first to whom it goes: a name or a number.':
    'Geben Sie zuerst an, an wen sie geht: einen Namen oder eine Nummer.',
  'Choose the person from the list under “To whom”.': 'Wählen Sie die Person aus der Liste unter „An wen“.',
  'The number is not complete.': 'Die Nummer ist nicht vollständig.',
  'Nobody is known by this name. Type the number.': 'Niemand ist unter diesem Namen bekannt. Geben Sie die Nummer ein.',
  'New SMS': 'Neue SMS',
  'Search SMS': 'SMS durchsuchen',
  'Newest one': 'Neueste',
  'SMS by person': 'SMS nach Person',
  'SMS with {who}': 'SMS mit {who}',
  'No SMS fits these filters': 'Keine SMS passt zu diesen Filtern',
  'No SMS yet': 'Noch keine SMS',
  'No SMS with {number} yet': 'Noch keine SMS mit {number}',
  'Write one, or let people write to a number that an assistant answers.':
    'Schreiben Sie eine, oder lassen Sie an eine Nummer schreiben, die ein Assistent beantwortet.',
  'Choose a person': 'Wählen Sie eine Person',
  'All SMS with one number stand together, whoever wrote them.':
    'Alle SMS mit einer Nummer stehen beisammen, wer auch immer sie geschrieben hat.',
  'The SMS cannot be shown': 'Die SMS lassen sich nicht anzeigen',
  'Show earlier ones': 'Frühere zeigen',
  We: 'Wir',
  'To whom': 'An wen',
  'Text of the SMS': 'Text der SMS',
  'Write an SMS': 'SMS schreiben',
  'From which number': 'Von welcher Nummer',
  'From {number}': 'Von {number}',
  '{n} of {most} characters': '{n} von {most} Zeichen',
  '{n, plural, one {# segment} other {# segments}}': '{n, plural, one {# Segment} other {# Segmente}}',
  'This SMS would not be sent': 'Diese SMS würde nicht gesendet',
  'No number of yours can send SMS': 'Keine Ihrer Nummern kann SMS senden',
  'No number of yours takes SMS': 'Keine Ihrer Nummern nimmt SMS an',
  'Buy one that can, or pay for one that is suspended.':
    'Kaufen Sie eine, die es kann, oder bezahlen Sie eine gesperrte.',
  '<name></name> answers what comes in. Take over in <chat>the conversation</chat> to answer alone.':
    '<name></name> beantwortet, was eingeht. Übernehmen Sie im <chat>Chat</chat>, um allein zu antworten.',
  'A person answers in <chat>the conversation</chat> in place of <name></name>.':
    'Im <chat>Chat</chat> antwortet eine Person anstelle von <name></name>.',
  'A sender with a name instead of a number cannot be answered.':
    'Einem Absender mit Namen statt Nummer kann nicht geantwortet werden.',
  'Simulate an SMS that comes in': 'Eingehende SMS simulieren',
  'Nobody has sent it: the simulated carrier pretends. Your assistant answers as it would.':
    'Niemand hat sie gesendet: das simulierte Netz tut nur so. Ihr Assistent antwortet wie sonst auch.',
  'Who writes': 'Wer schreibt',
  'To your number': 'An Ihre Nummer',
  Text: 'Text',
  Segments: 'Segmente',
  'Why it failed': 'Grund des Scheiterns',
  'Let it come in': 'Eingehen lassen',
  'Open the SMS': 'SMS öffnen',
  'Write an SMS to {number}': 'SMS an {number} schreiben',
}

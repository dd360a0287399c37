/** Why a document or a page could not be read. */
export const documents: Record<string, string> = {
  'This is not a PDF file.': 'Das ist keine PDF-Datei.',
  'It is protected by a password.': 'Sie ist durch ein Passwort geschützt.',
  'The PDF file is damaged.': 'Die PDF-Datei ist beschädigt.',
  'Page {n, number} could not be read.': 'Seite {n, number} war nicht zu lesen.',
  'This is not a text file.': 'Das ist keine Textdatei.',
  'This is not a Word document (.docx), or it is damaged.':
    'Das ist kein Word-Dokument (.docx), oder es ist beschädigt.',
  'It is protected by a password, or of the older .doc kind. Save it as .docx without one.':
    'Es ist durch ein Passwort geschützt oder von der älteren Art .doc. Speichern Sie es als .docx ohne Passwort.',
  'It is too large when it is unpacked.': 'Ausgepackt ist es zu groß.',
  'It holds more than {n, number} million characters. Split it into smaller ones.':
    'Es hat mehr als {n, number} Millionen Zeichen. Teilen Sie es in kleinere.',
  'There is no text in it. If it was scanned, it holds pictures of text only.':
    'Es enthält keinen Text. Wenn es gescannt wurde, sind es nur Bilder von Text.',
  'There is no text in it.': 'Es enthält keinen Text.',
  'Its file is gone. Add the document again.': 'Die Datei ist nicht mehr da. Fügen Sie das Dokument neu hinzu.',
  'The file is empty.': 'Die Datei ist leer.',
  'Reading it takes more memory than one document may have.':
    'Es zu lesen braucht mehr Speicher, als ein Dokument haben darf.',
  'Reading it takes too long.': 'Es zu lesen dauert zu lange.',
  'Reading it took longer than {n, number} minutes.': 'Es zu lesen dauerte länger als {n, number} Minuten.',
  'Reading it broke off. The log says why.': 'Das Lesen brach ab. Warum, steht im Log.',
  'The service ended again and again while it was read.': 'Der Dienst endete beim Lesen immer wieder.',
  'What was read could not be stored. The log says why.':
    'Das Gelesene ließ sich nicht speichern. Warum, steht im Log.',
  'Its elements are nested too deeply.': 'Die Elemente sind zu tief verschachtelt.',
  'It has more than {n, number} million tags.': 'Es hat mehr als {n, number} Millionen Tags.',

  // Pages
  '{n, number} more pages were left out: it took too long.': '{n, number} weitere Seiten fehlen: es dauerte zu lange.',
  'It leads to an address that is not public.': 'Es führt zu einer Adresse, die nicht öffentlich ist.',
  'It leads on to an address that is neither http nor https.': 'Es führt weiter zu einer Adresse ohne http oder https.',
  'It leads on to other addresses more than {n, number} times.':
    'Es führt mehr als {n, number}-mal zu anderen Adressen weiter.',
  'The server answered {status}.': 'Der Server hat mit {status} geantwortet.',
  'It is not a page of text, but {kind}.': 'Es ist keine Seite mit Text, sondern {kind}.',
  'There is no text on it.': 'Die Seite enthält keinen Text.',
  'It is larger than {n, number} MB.': 'Sie ist größer als {n, number} MB.',
  'It could not be fetched.': 'Die Seite ließ sich nicht holen.',
  'It could not be fetched: {reason}.': 'Die Seite ließ sich nicht holen: {reason}.',
  'It did not come within {n, number} s.': 'Die Seite kam nicht innerhalb von {n, number} s.',
  'The name of the server is not known.': 'Der Name des Servers ist nicht bekannt.',
  'No server answers there.': 'Dort antwortet kein Server.',
  'The server broke off.': 'Der Server hat abgebrochen.',
}

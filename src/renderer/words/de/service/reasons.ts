/** Why nothing is dialed, what a campaign lacks, what is missing, and what a rehearsal warns of. */
export const reasons: Record<string, string> = {
  // Why a campaign or a lead waits. Those with a time are written by their code, see campaign-text.ts.
  'Every lead that is left is on the phone now': 'Alle übrigen Kontakte sind gerade am Telefon',
  'No lead is left to be called': 'Kein Kontakt ist mehr anzurufen',
  'It is on the phone now': 'Gerade am Telefon',
  'Its number is on the blacklist': 'Die Nummer ist auf der Sperrliste',
  'Cut off while talking; it is not called again by itself': 'Im Gespräch abgerissen; kein weiterer Anruf von selbst',
  'It is done': 'Erledigt',
  'The person asked in the call not to be called again':
    'Die Person hat im Anruf gebeten, nicht mehr angerufen zu werden',
  'It was not reached, and no retry is left': 'Nicht erreicht, und kein Versuch ist übrig',
  'Others of the campaign are called before it': 'Andere der Kampagne sind vorher dran',
  'Dialing is halted': 'Das Wählen ist gestoppt',
  'Dialing is paused since {when}': 'Das Wählen ist angehalten seit {when}',
  'The campaign is completed': 'Die Kampagne ist abgeschlossen',
  'It stopped itself. {why}': 'Sie hat sich selbst angehalten. {why}',
  'It was stopped when dialing was halted': 'Sie wurde angehalten, als das Wählen gestoppt wurde',
  'The campaign is not started': 'Die Kampagne ist nicht gestartet',
  'It has no number of a SIP trunk to call from': 'Sie hat keine Nummer eines SIP-Trunks zum Anrufen',
  'The campaign has no assistant': 'Die Kampagne hat keinen Assistenten',
  'The model {model} does not answer. {why}': 'Das Modell {model} antwortet nicht. {why}',
  'Its hours never open': 'Ihre Zeiten sind nie offen',
  'Its line is in use': 'Ihre Leitung ist in Gebrauch',
  'All {n, number} of its lines are in use': 'Alle {n, number} Leitungen der Kampagne sind in Gebrauch',
  'The line of the desk is in use': 'Die eine Leitung ist in Gebrauch',
  'All {n, number} lines of the desk are in use': 'Alle {n, number} Leitungen sind in Gebrauch',
  'The carrier has no line free.': 'Der Anbieter hat keine Leitung frei.',
  'The clock of this machine is {n, number} {unit, select, minutes {minutes} other {hours}} {side, select, behind {behind} other {ahead of}} the time of the desk. Nothing is dialed until they agree, so that nobody is called outside the hours; dialing then goes on by itself.':
    'Die Uhr dieses Rechners geht gegenüber der Zeit des Dienstes {n, number} {unit, select, minutes {Minuten} other {Stunden}} {side, select, behind {nach} other {vor}}. Bis beide gleich gehen, wird nicht gewählt, damit niemand außerhalb der Zeiten angerufen wird; danach geht es von selbst weiter.',

  // What is missing
  '{why}: {missing} is missing.': '{why}: es fehlen {missing}.',
  '{what, select, call {A call} chat {A message} sms {The message} other {The first month}} needs {needed}, and the balance is {balance}':
    '{what, select, call {Ein Anruf} chat {Eine Nachricht} sms {Die Nachricht} other {Der erste Monat}} braucht {needed}, und das Guthaben ist {balance}',
  '{what, select, call {A call} chat {A message} sms {The message} other {The first month}} needs {needed}. Nothing is free, because running calls need {held} and the balance is {balance}':
    '{what, select, call {Ein Anruf} chat {Eine Nachricht} sms {Die Nachricht} other {Der erste Monat}} braucht {needed}. Frei ist nichts, denn laufende Anrufe brauchen {held} und das Guthaben ist {balance}',
  '{what, select, call {A call} chat {A message} sms {The message} other {The first month}} needs {needed}. Nothing is free, because {held} of the balance of {balance} is held for running calls':
    '{what, select, call {Ein Anruf} chat {Eine Nachricht} sms {Die Nachricht} other {Der erste Monat}} braucht {needed}. Frei ist nichts, denn {held} vom Guthaben von {balance} brauchen laufende Anrufe',
  '{what, select, call {A call} chat {A message} sms {The message} other {The first month}} needs {needed}. {free} is free, because {held} of the balance of {balance} is held for running calls':
    '{what, select, call {Ein Anruf} chat {Eine Nachricht} sms {Die Nachricht} other {Der erste Monat}} braucht {needed}. Frei: {free}, denn {held} vom Guthaben von {balance} brauchen laufende Anrufe',
  '{missing} is missing': 'Es fehlen {missing}',
  '{why} Top up the balance first.': '{why} Laden Sie zuerst das Guthaben auf.',

  // Why a campaign was stopped
  'The carrier failed for {n, number} of its last lead.':
    'Der Anbieter ist beim letzten Kontakt {n, number}-mal ausgefallen.',
  'The carrier failed for {n, number} of the last {leads, number} leads.':
    'Der Anbieter ist bei {n, number} der letzten {leads, number} Kontakte ausgefallen.',
  'The assistant failed with {n, number} of its last lead.':
    'Der Assistent ist beim letzten Kontakt {n, number}-mal ausgefallen.',
  'The assistant failed with {n, number} of the last {leads, number} leads.':
    'Der Assistent ist bei {n, number} der letzten {leads, number} Kontakte ausgefallen.',
  'Its planned start was not possible. {why}': 'Der geplante Start war nicht möglich. {why}',
  'It could not answer.': 'Es konnte nicht antworten.',

  // What a campaign lacks before it starts. Most of it is written by its code, see Readiness.tsx.
  '{name} has no key. The built-in script speaks instead.':
    'Für {name} gibt es keinen Schlüssel. Stattdessen spricht das eingebaute Skript.',
  '{name} has no key.': 'Für {name} gibt es keinen Schlüssel.',
  '{number} is suspended until its rent is paid.': '{number} ist gesperrt, bis die Miete bezahlt ist.',
  '{number} was bought from the {carrier} carrier and cannot be used with another.':
    '{number} wurde beim Anbieter {carrier} gekauft und geht mit keinem anderen.',
  'The webhook at {host} does not answer. {why}': 'Der Webhook bei {host} antwortet nicht. {why}',

  // Moments
  'Monday {time}': 'Montag {time}',
  'Tuesday {time}': 'Dienstag {time}',
  'Wednesday {time}': 'Mittwoch {time}',
  'Thursday {time}': 'Donnerstag {time}',
  'Friday {time}': 'Freitag {time}',
  'Saturday {time}': 'Samstag {time}',
  'Sunday {time}': 'Sonntag {time}',

  // Rehearsals
  'As the latest {n, number} calls of {whose, select, campaign {this campaign} assistant {this assistant} other {this account}} went, of the last 90 days.':
    'Wie die letzten {n, number} Anrufe {whose, select, campaign {dieser Kampagne} assistant {dieses Assistenten} other {dieses Kontos}} ausgingen, aus den letzten 90 Tagen.',
  'No model has judged their goals, so no goals are forecast.':
    'Kein Modell hat ihre Ziele beurteilt, darum werden keine Ziele vorhergesagt.',
  'No {n, number} calls were made yet that could tell.':
    'Noch gibt es keine {n, number} Anrufe, aus denen sich etwas schließen lässt.',
  'It is supposed that of 100 dials {reached, number} reach a person, who talks for {s, number} s, {voicemail, number} a voicemail, {nobody, number} nobody and {busy, number} a busy line, and that {failed, number} fail.':
    'Angenommen wird, dass von 100 Anwahlen {reached, number} eine Person erreichen, die {s, number} s spricht, {voicemail, number} eine Mailbox, {nobody, number} niemanden und {busy, number} eine besetzte Leitung, und dass {failed, number} scheitern.',
  'The campaign has no assistant: nothing is dialed.': 'Die Kampagne hat keinen Assistenten: es wird nicht gewählt.',
  'Its hours do not open within a year for the leads that are left.':
    'Ihre Zeiten sind für die übrigen Kontakte innerhalb eines Jahres nie offen.',
  'Within a year it does not get to the end: {n, plural, one {# lead} other {# leads}} would be left over.':
    'Innerhalb eines Jahres kommt sie nicht ans Ende: {n, plural, one {ein Kontakt bliebe} other {# Kontakte blieben}} übrig.',
  'Dialing is halted. This supposes that it is resumed.':
    'Das Wählen ist gestoppt. Angenommen wird, dass es weitergeht.',
  'Dialing is paused. This supposes that it is resumed.':
    'Das Wählen ist angehalten. Angenommen wird, dass es weitergeht.',
  'More than half of the dials fail: the campaign would stop itself.':
    'Mehr als die Hälfte der Anwahlen scheitert: die Kampagne würde sich selbst anhalten.',
  'Its {n, plural, one {# line is} other {# lines are}} the bottleneck: leads wait {share} of the time that it is calling.':
    'Die {n, plural, one {Leitung der Kampagne ist} other {# Leitungen der Kampagne sind}} der Engpass: Kontakte warten {share} der Zeit, in der sie anruft.',
  "The desk's {n, plural, one {# line is} other {# lines are}} the bottleneck: leads wait {share} of the time that it is calling.":
    '{n, plural, one {Die eine Leitung ist} other {Alle # Leitungen zusammen sind}} der Engpass: Kontakte warten {share} der Zeit, in der sie anruft.',
  "The desk's {n, plural, one {# dial a second is} other {# dials a second are}} the bottleneck: leads wait {share} of the time that it is calling.":
    '{n, plural, one {Die eine Anwahl je Sekunde ist} other {Die # Anwahlen je Sekunde sind}} der Engpass: Kontakte warten {share} der Zeit, in der sie anruft.',
  '{n, plural, one {# dial is} other {# dials are}} put off to another day: a number may be called {most, plural, =1 {once} other {# times}} a day.':
    '{n, plural, one {Eine Anwahl kommt} other {# Anwahlen kommen}} auf einen anderen Tag: eine Nummer darf {most, plural, =1 {einmal} other {#-mal}} am Tag angerufen werden.',
  '{n, plural, one {# other campaign dials} other {# other campaigns dial}} over the same lines.':
    '{n, plural, one {Eine andere Kampagne wählt} other {# andere Kampagnen wählen}} über dieselben Leitungen.',
  'This supposes that they are free.': 'Angenommen wird, dass sie frei sind.',
  '{n, plural, one {# lead has} other {# leads have}} no {name}.':
    'Bei {n, plural, one {einem Kontakt} other {# Kontakten}} fehlt {name}.',
  'The balance of {balance} does not cover a call; {needed} would be needed.':
    'Das Guthaben von {balance} reicht für keinen Anruf; nötig wären {needed}.',
  'The balance of {balance} covers only {covered, number} of {n, plural, one {# dial} other {# dials}} and runs out around {when}; {needed} would be needed.':
    'Das Guthaben von {balance} reicht nur für {covered, number} von {n, plural, one {einer Anwahl} other {# Anwahlen}} und ist gegen {when} aufgebraucht; nötig wären {needed}.',
  'The balance of {balance} covers it, and is below the mark of {mark}.':
    'Das Guthaben von {balance} reicht, und ist unter der Marke von {mark}.',
  'The balance of {balance} covers it; the low mark of {mark} comes around {when}.':
    'Das Guthaben von {balance} reicht; die Marke von {mark} kommt gegen {when}.',
  'The service ended again and again while it was rehearsed.': 'Der Dienst endete dabei immer wieder.',
  'It broke off. The log says why.': 'Sie brach ab. Warum, steht im Log.',
}

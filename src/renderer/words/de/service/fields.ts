/**
 * What is wrong with a field, as the service and the forms say it after the field's name: "must be an integer." The name
 * stands before it, so that each begins with a verb.
 */
export const fields: Record<string, string> = {
  'The {field} field {why}': '{field} {why}',
  '{why} (and {n, plural, one {# more error} other {# more errors}})':
    '{why} (und {n, plural, one {ein weiterer Fehler} other {# weitere Fehler}})',
  'is required.': 'fehlt.',
  'is not valid.': 'ist nicht gültig.',
  'must be a string.': 'muss ein Text sein.',
  'must be a number.': 'muss eine Zahl sein.',
  'must be an integer.': 'muss eine ganze Zahl sein.',
  'must be true or false.': 'muss wahr oder falsch sein.',
  'must be an array.': 'muss eine Liste sein.',
  'must be an object.': 'muss ein Objekt sein.',
  'must be a file.': 'muss eine Datei sein.',
  'must be one of: {values}.': 'muss eines davon sein: {values}.',
  'must have at least {n, plural, one {# item} other {# items}}.':
    'muss mindestens {n, plural, one {einen Eintrag} other {# Einträge}} haben.',
  'must not have more than {n, plural, one {# item} other {# items}}.':
    'darf nicht mehr als {n, plural, one {einen Eintrag} other {# Einträge}} haben.',
  'must be at least {n, number} characters long.': 'muss mindestens {n, number} Zeichen lang sein.',
  'must be {from, number} to {to, number} characters long.': 'muss {from, number} bis {to, number} Zeichen lang sein.',
  'must be at least {n, number}.': 'muss mindestens {n, number} sein.',
  'must be greater than {n, number}.': 'muss größer als {n, number} sein.',
  'must not be greater than {n, plural, one {# character} other {# characters}}.':
    'darf nicht länger als {n, plural, one {ein Zeichen} other {# Zeichen}} sein.',
  'must not be greater than {n, number}.': 'darf nicht größer als {n, number} sein.',
  'must not be larger than {n, number} MB.': 'darf nicht größer als {n, number} MB sein.',
  'must be between {from, number} and {to, number}.': 'muss zwischen {from, number} und {to, number} liegen.',
  'must have at most six decimals.': 'darf höchstens sechs Nachkommastellen haben.',
  'must be four digits.': 'muss aus vier Ziffern bestehen.',
  'must be up to {n, number} digits.': 'darf bis zu {n, number} Ziffern haben.',
  'must be digits, with or without a leading +.': 'muss aus Ziffern bestehen, mit oder ohne + am Anfang.',
  'must be one line.': 'muss in einer Zeile stehen.',
  'must be a text, a number, true, false or null.': 'muss ein Text, eine Zahl, wahr, falsch oder leer sein.',
  'must contain a letter or a digit.': 'muss einen Buchstaben oder eine Ziffer enthalten.',
  'must be a uuid.': 'muss eine UUID sein.',
  'must be an id or a uuid.': 'muss eine ID oder eine UUID sein.',

  // Days, times and places
  'must be a time of day like {example}.': 'muss eine Uhrzeit wie {example} sein.',
  'must be an IP address of this machine.': 'muss eine IP-Adresse dieses Rechners sein.',
  'must be an address or a host name, without a port.': 'muss eine Adresse oder ein Hostname ohne Port sein.',
  'must be two ports, the first and the last of at least ten.':
    'müssen zwei Ports sein, der erste und der letzte von mindestens zehn.',
  'must be a phone number in international form, like +15550100001, or an extension.':
    'muss eine internationale Rufnummer wie +15550100001 oder eine Nebenstelle sein.',
  'must be true for an extension.': 'muss für eine Nebenstelle an sein.',
  'is required: the trunk registers with it.': 'fehlt: der Trunk registriert sich damit.',
  'must be a date like {example}.': 'muss ein Datum wie {example} sein.',
  'must be a day like {example} or a moment like {moment}.':
    'muss ein Tag wie {example} oder ein Zeitpunkt wie {moment} sein.',
  'must be a moment like {example} or {other}.': 'muss ein Zeitpunkt wie {example} oder {other} sein.',
  'must be a time zone such as {example}.': 'muss eine Zeitzone wie {example} sein.',
  'must be a country of two letters, such as {example}.': 'muss ein Land aus zwei Buchstaben sein, wie {example}.',
  'must be a country like {example}, or other.': 'muss ein Land wie {example} sein, oder „other“.',
  'must be a country like {example}.': 'muss ein Land wie {example} sein.',
  'is not a country.': 'ist kein Land.',
  'is required: the number does not tell its country.': 'fehlt: der Nummer ist das Land nicht anzusehen.',
  'must name at least one day.': 'muss mindestens einen Tag nennen.',
  'must not be in the past.': 'darf nicht in der Vergangenheit liegen.',
  'must not be in the future.': 'darf nicht in der Zukunft liegen.',
  'must not be more than a year ahead.': 'darf höchstens ein Jahr voraus liegen.',
  'must not be before {other}.': 'darf nicht vor {other} liegen.',
  'is too far from {other} to be counted by {by, select, hour {hour} day {day} other {week}}.':
    'ist zu weit von {other} weg, um nach {by, select, hour {Stunden} day {Tagen} other {Wochen}} zu zählen.',
  'must differ from {other}.': 'darf nicht gleich {other} sein.',

  // Numbers, hosts and addresses
  'must be a phone number in international form, like {example}.':
    'muss eine Telefonnummer in internationaler Form sein, wie {example}.',
  'must be a phone number, a sip: or tel: address, user@host, or an extension.':
    'muss eine Telefonnummer, eine Adresse mit sip: oder tel:, user@host oder eine Nebenstelle sein.',
  'must be an extension: {from, number} to {to, number} letters, digits, dots, underscores and hyphens.':
    'muss eine Nebenstelle sein: {from, number} bis {to, number} Buchstaben, Ziffern, Punkte, Unter- und Bindestriche.',
  'must be an absolute http or https URL.': 'muss eine vollständige Adresse mit http oder https sein.',
  'must be a host name or an address, with or without a port.':
    'muss ein Hostname oder eine Adresse sein, mit oder ohne Port.',
  'must be an IP address or a network like {example}.': 'muss eine IP-Adresse oder ein Netz wie {example} sein.',
  'must be a host, or true for the sip_address itself.': 'muss ein Host sein, oder wahr für „sip_address“ selbst.',
  'must be an address like {example}.': 'muss eine Adresse wie {example} sein.',
  'must be an address without a query.': 'muss eine Adresse ohne Abfrage sein.',
  'must name an address that calls come from.': 'muss eine Adresse nennen, von der Anrufe kommen.',
  'is required: an extension registers with it.': 'fehlt: eine Nebenstelle meldet sich damit an.',
  'is required: calls are authorized by it.': 'fehlt: Anrufe weisen sich damit aus.',
  'is an assistant without a number of a SIP trunk to call from.':
    'ist ein Assistent ohne Nummer eines SIP-Trunks zum Anrufen.',
  'must be simulated: this desk has run with simulated time, so it calls nobody real.':
    'muss simuliert bleiben: hier lief simulierte Zeit, also wird niemand wirklich angerufen.',
  'is not a number of this account.': 'ist keine Nummer dieses Kontos.',
  'is a number that takes no SMS.': 'ist eine Nummer, die keine SMS annimmt.',
  'is a number that is suspended until its rent is paid.':
    'ist eine Nummer, die gesperrt ist, bis ihre Miete bezahlt ist.',
  'is a number that was bought from the {carrier} carrier and cannot be used with another.':
    'ist eine Nummer, die beim Anbieter {carrier} gekauft wurde und mit keinem anderen geht.',
  'cannot be set: the number is suspended until its rent is paid.':
    'lässt sich nicht setzen: die Nummer ist gesperrt, bis ihre Miete bezahlt ist.',
  'cannot be set: the number was bought from the {carrier} carrier and cannot be used with another.':
    'lässt sich nicht setzen: die Nummer wurde beim Anbieter {carrier} gekauft und geht mit keinem anderen.',
  'must be empty: nobody can call a Caller ID.': 'muss leer sein: eine Anruferkennung kann niemand anrufen.',
  'is a Caller ID, on which no inbound assistant can answer.':
    'ist eine Anruferkennung, auf der kein eingehender Assistent antworten kann.',
  'is answered by another inbound assistant already.':
    'wird schon von einem anderen eingehenden Assistenten beantwortet.',

  // Names and values
  'may hold letters, digits and underscores.': 'darf Buchstaben, Ziffern und Unterstriche enthalten.',
  'may hold letters and underscores.': 'darf Buchstaben und Unterstriche enthalten.',
  'must be lowercase letters and underscores, starting with a letter.':
    'muss aus Kleinbuchstaben und Unterstrichen bestehen und mit einem Buchstaben beginnen.',
  'is not a variable name: letters, digits and underscores, not starting with a digit.':
    'ist kein Name einer Variable: Buchstaben, Ziffern und Unterstriche, am Anfang keine Ziffer.',
  'must be a name of up to {n, number} characters.': 'muss ein Name von bis zu {n, number} Zeichen sein.',
  'must be an object with the keys positive, negative, question and neutral only.':
    'muss ein Objekt sein, nur mit „positive“, „negative“, „question“ und „neutral“.',
  'must be a key without spaces.': 'muss ein Schlüssel ohne Leerzeichen sein.',
  'must be a price: it counts for every country without a price of its own.':
    'muss ein Preis sein: er gilt für jedes Land ohne eigenen Preis.',
  'is a header that the service sets itself.': 'ist ein Header, den der Dienst selbst setzt.',
  'must be made of characters of Latin-1 (ISO 8859-1) that can be printed.':
    'muss aus druckbaren Zeichen von Latin-1 (ISO 8859-1) bestehen.',
  'repeats another one.': 'wiederholt ein anderes.',
  'must be the next_cursor or prev_cursor of another page.':
    'muss „next_cursor“ oder „prev_cursor“ einer anderen Seite sein.',

  // Assistants, tools and models
  'cannot be null in {mode} mode.': 'darf im Modus {mode} nicht leer sein.',
  'is required in {mode} mode.': 'fehlt; der Modus {mode} braucht es.',
  'cannot be false in {mode} mode.': 'lässt sich im Modus {mode} nicht ausschalten.',
  'must be function_call in {mode} mode.': 'muss im Modus {mode} „function_call“ sein.',
  'is not available in {mode} mode.': 'gibt es im Modus {mode} nicht.',
  'is required when is_webhook_active is true.': 'fehlt; der Webhook ist eingeschaltet.',
  'is the primary language already.': 'ist schon die Hauptsprache.',
  'must be {type} for {name}.': 'muss {type} sein für {name}.',
  'must be an inbound assistant.': 'muss ein eingehender Assistent sein.',
  'must be an outbound assistant.': 'muss ein ausgehender Assistent sein.',
  'is not an outbound assistant of this account.': 'ist kein ausgehender Assistent dieses Kontos.',
  'is not an assistant of this account.': 'ist kein Assistent dieses Kontos.',
  'cannot be the assistant itself.': 'kann nicht der Assistent selbst sein.',
  'cannot be null: a campaign keeps an assistant.': 'darf nicht leer sein: eine Kampagne behält einen Assistenten.',
  'cannot change so: the campaign {campaign} uses the assistant.':
    'lässt sich so nicht ändern: die Kampagne {campaign} nutzt den Assistenten.',
  'cannot change so: the campaign {campaign} needs the evaluation.':
    'lässt sich so nicht ändern: die Kampagne {campaign} braucht die Auswertung.',
  'cannot change so: the campaign {campaign} reads its goal from the bool {goal}.':
    'lässt sich so nicht ändern: die Kampagne {campaign} liest ihr Ziel aus {goal}.',
  'needs an assistant with post_call_evaluation.': 'braucht einen Assistenten mit Auswertung nach dem Anruf.',
  "must be status, or a bool of the assistant's post_call_schema.":
    'muss „status“ sein, oder ein Ja-Nein-Feld der Auswertung des Assistenten.',
  'is not a known language model.': 'ist kein bekanntes Sprachmodell.',
  'is not a known language.': 'ist keine bekannte Sprache.',
  'is not a known voice.': 'ist keine bekannte Stimme.',
  'is a voice that does not serve {mode} mode.': 'ist eine Stimme, die es im Modus {mode} nicht gibt.',
  'is not a known {kind} provider.': 'ist kein bekannter Anbieter ({kind}).',
  'is not a known {mode} model.': 'ist kein bekanntes Modell für {mode}.',
  'is not a knowledge base of this account.': 'ist keine Wissensdatenbank dieses Kontos.',
  'is not a tool of this account.': 'ist kein Werkzeug dieses Kontos.',
  'is {type} a second time. An assistant has it once.': 'ist ein zweites Mal {type}. Ein Assistent hat es einmal.',
  'is a tool with the name {name}, which the assistant has already.':
    'ist ein Werkzeug namens {name}, das der Assistent schon hat.',
  'is the name of another tool of the assistant {name}.':
    'ist der Name eines anderen Werkzeugs des Assistenten {name}.',
  'is not a provider of models.': 'ist kein Anbieter von Modellen.',
  'is not a provider.': 'ist kein Anbieter.',
  'is not a language model of the catalogue.': 'ist kein Sprachmodell des Katalogs.',

  // Campaigns, leads and the list
  'is not a campaign of this account.': 'ist keine Kampagne dieses Kontos.',
  'is required to move leads.': 'fehlt, um Kontakte zu verschieben.',
  'is not a call of this account.': 'ist kein Anruf dieses Kontos.',
  'is required, unless all is given. Only one of both can be given.': 'fehlt. Entweder dies oder „all“, nicht beides.',
  'is not for a website.': 'ist nicht für eine Website.',
  'is not a key of an entry of GET /user/attention.': 'ist kein Schlüssel eines Eintrags.',
  'cannot be put away. {why}': 'lässt sich nicht weglegen. {why}',
  'It is there until it ends.': 'Es bleibt, bis es vorbei ist.',
  'Dismiss it, when it was made or is not needed any more.':
    'Haken Sie ihn ab, wenn er gemacht ist oder nicht mehr gebraucht wird.',
  'Start it, or stop it to leave it stopped.': 'Starten Sie sie, oder halten Sie sie an, damit sie angehalten bleibt.',
}

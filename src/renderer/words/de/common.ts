/** Texts that several pages show, and the shared parts. */
export const common: Record<string, string> = {
  Close: 'Schließen',
  Undo: 'Rückgängig',
  'Search, or a phone number': 'Suchen, oder eine Nummer',
  'With + and country, or as dialed in {country}': 'Mit + und Land, oder wie in {country} gewählt',
  'With + and country': 'Mit + und Land',
  'Read as {number}': 'Gelesen als {number}',
  Number: 'Nummer',
  'Clear the search': 'Suche leeren',
  Open: 'Öffnen',
  'Open {name}': '{name} öffnen',
  State: 'Zustand',
  Who: 'Wer',
  Campaign: 'Kampagne',
  Time: 'Zeit',
  Name: 'Name',
  Campaigns: 'Kampagnen',
}

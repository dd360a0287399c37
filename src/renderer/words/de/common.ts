/** Texts that several pages show, and the shared parts. */
export const common: Record<string, string> = {
  Close: 'Schließen',
  Undo: 'Rückgängig',
  Open: 'Öffnen',
  'Open {name}': '{name} öffnen',
  State: 'Zustand',
  Who: 'Wer',
  Campaign: 'Kampagne',
  Time: 'Zeit',
  Name: 'Name',
  Campaigns: 'Kampagnen',
}

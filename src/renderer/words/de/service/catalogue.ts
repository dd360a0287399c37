/** Words of the catalogue of models and voices. Most names in it are those of products, and stay. */
export const catalogue: Record<string, string> = {
  american: 'amerikanisch',
  australian: 'australisch',
  british: 'britisch',
  castilian: 'kastilisch',
  scottish: 'schottisch',
  swedish: 'schwedisch',
  'Flite (on this machine)': 'Flite (auf diesem Rechner)',
  'OpenAI-compatible server': 'OpenAI-kompatibler Server',
  'Scripted (built in)': 'Skript (eingebaut)',
}

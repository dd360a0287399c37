// Apart from the readers, which only the worker loads.

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** How a person says that a file is to be read, where the guess is wrong. */
export interface HowToRead {
  encoding?: Encoding
  separator?: Separator
}

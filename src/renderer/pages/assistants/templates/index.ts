import { english } from './english'
import { german } from './german'

/** All templates, in each language in the same order. */
export const templates = [...english, ...german]

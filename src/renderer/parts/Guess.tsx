import { t } from '../words/words'
import css from './Guess.module.css'
import { tip } from './tips/tip'

/** The model that stands for the built-in rules, as calls name it. */
export const isGuess = (evaluatedBy: string | null) => evaluatedBy === 'scripted'

/** Why something is a guess, for whoever asks. */
export const whyGuess = t('Guessed by the built-in rules. No model with credentials has judged it.')

/** Marks what the built-in rules have found, which is a guess. */
export const Guess = () => (
  <span className={css.guess} {...tip(whyGuess)}>
    {t('guess')}
  </span>
)

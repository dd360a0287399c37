import { type ClientContext, type ClientLink, ORPCError } from '@orpc/client'
import { said } from '../words/said'

/**
 * A link whose refusals are in the person's language. What they say of each field (`data.errors`) stays as the service says
 * it: that is said with the field's label, see `byLabel`.
 */
export const inOwnWords = <C extends ClientContext>(link: ClientLink<C>): ClientLink<C> => ({
  async call(...asked) {
    try {
      return await link.call(...asked)
    } catch (error) {
      if (error instanceof ORPCError) error.message = said(error.message)
      throw error
    }
  },
})

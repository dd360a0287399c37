import type { Brief } from '../ports/brief'
import type { Engine, EngineReport, TextLeg } from '../ports/engine'
import type { LanguageModel } from '../ports/models'
import { Conversation } from './conversation'

export interface TextEngineOptions {
  modelFor: (brief: Brief) => LanguageModel
  /** The ears and the mouth of an answered leg. */
  textLeg: (legId: string) => TextLeg | undefined
}

/** Holds conversations on legs that carry text. */
export function createTextEngine({ modelFor, textLeg }: TextEngineOptions): Engine {
  const conversations = new Map<string, Conversation>()
  let report: (report: EngineReport) => void = () => {}
  return {
    start(listener) {
      report = listener
    },
    stop() {
      for (const conversation of conversations.values()) conversation.close()
      conversations.clear()
    },
    send(command) {
      const { legId } = command
      const conversation = conversations.get(legId)
      switch (command.type) {
        case 'converse': {
          const leg = textLeg(legId)
          if (conversation || !leg) return
          const reportOn: ConstructorParameters<typeof Conversation>[3] = what =>
            report({ ...what, legId } as EngineReport)
          try {
            conversations.set(legId, new Conversation(leg, command.brief, modelFor(command.brief), reportOn))
          } catch (error) {
            reportOn({ type: 'warning', text: `The conversation could not begin: ${(error as Error).message}` })
            reportOn({ type: 'finished', reason: 'engine_failed' })
          }
          return
        }
        case 'tool_result':
          return conversation?.toolResult(command.toolCallId, command.result, command.finish)
        case 'close':
          conversation?.close()
          conversations.delete(legId)
      }
    },
  }
}

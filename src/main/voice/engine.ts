import type { Brief } from '../ports/brief'
import type { Engine, EngineReport, TextLeg } from '../ports/engine'
import type { LanguageModel } from '../ports/models'
import { Conversation } from './conversation'

export interface TextEngineOptions {
  modelFor: (brief: Brief) => LanguageModel
  /** The text channel of an answered leg. */
  textLeg: (legId: string) => TextLeg | undefined
}

/** Creates an engine that holds conversations on legs which carry text in place of sound. */
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
        case 'prepare':
          return
        case 'converse': {
          const leg = textLeg(legId)
          if (conversation || !leg) return
          const reportFor: ConstructorParameters<typeof Conversation>[3] = what =>
            report({ ...what, legId } as EngineReport)
          try {
            conversations.set(legId, new Conversation(leg, command.brief, modelFor(command.brief), reportFor))
          } catch (error) {
            reportFor({ type: 'warning', text: `The conversation could not begin: ${(error as Error).message}` })
            reportFor({ type: 'finished', reason: 'engine_failed' })
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

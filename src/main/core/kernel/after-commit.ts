import type { LanguageModel, Models } from '../../ports/models'
import type { Commits } from './commits'
import type { Outside } from './context'

/**
 * The same outside world, which hears of nothing that is not committed. When the commit fails, commands and requests are
 * not sent; a call that was to be hung up or transferred is hung up all the same, and one to be answered is refused.
 */
export function afterCommit(commits: Commits, outside: Outside): Outside {
  const { carrier, messagingProvider, numberProvider, models, send } = outside
  /** Makes a request wait for the commit. */
  const waiting =
    <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await commits.settled()
      return ask(...args)
    }
  return {
    ...outside,
    carrier: {
      send: command =>
        commits.after(failed => {
          if (failed === undefined) carrier.send(command)
          else if (command.type === 'answer' || command.type === 'reject')
            carrier.send({ type: 'reject', legId: command.legId })
          // Nobody is left on a line on which nothing more happens.
          else if (command.type === 'transfer' || command.type === 'hang_up')
            carrier.send({ type: 'hang_up', legId: command.legId })
        }),
    },
    messagingProvider: {
      name: messagingProvider.name,
      sendSms: waiting(message => messagingProvider.sendSms(message)),
    },
    numberProvider: {
      name: numberProvider.name,
      offerNumbers: waiting(search => numberProvider.offerNumbers(search)),
      orderNumber: waiting(order => numberProvider.orderNumber(order)),
      releaseNumber: waiting(release => numberProvider.releaseNumber(release)),
    },
    models: modelsAfterCommit(commits, models, waiting),
    send: waiting(send),
  }
}

function modelsAfterCommit(
  commits: Commits,
  models: Models,
  waiting: <Args extends unknown[], Result>(
    ask: (...args: Args) => Promise<Result>,
  ) => (...args: Args) => Promise<Result>,
): Models {
  const languageModel = (model: LanguageModel): LanguageModel => ({
    name: model.name,
    async *reply(request) {
      // What the model is told may be lost, which is no fault of the model: the conversation goes on.
      await commits.settled()?.catch(() => {})
      yield* model.reply(request)
    },
  })
  return {
    languageModel: (ref, settings) => languageModel(models.languageModel(ref, settings)),
    evaluator(...refs) {
      const evaluator = models.evaluator(...refs)
      return { name: evaluator.name, evaluate: waiting(request => evaluator.evaluate(request)) }
    },
    test: waiting((provider, code) => models.test(provider, code)),
  }
}

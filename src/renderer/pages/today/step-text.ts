import type { FirstStepCode } from '../../../contract/statuses'
import { linkTo } from '../../router'
import { t } from '../../words/words'

/** What a step is called beside others. */
export const stepWords: Record<FirstStepCode, string> = {
  desk: t('Desk'),
  assistant: t('Assistant'),
  test_call: t('Test call'),
  api_key: t('API key'),
  number: t('Number'),
  campaign: t('Campaign'),
  leads: t('Leads'),
  start: t('Start'),
  run: t('First run'),
}

interface StepText {
  title: string
  text: string
  /** Where it is done, when that is not here. */
  action?: { word: string; href: string }
}

/** What a step asks for. `about`: the campaign that it is about, if any; `simulated`: the carrier is. */
export function stepText(
  code: FirstStepCode,
  about: { id: number; name: string } | null,
  simulated: boolean,
): StepText {
  const campaign = about?.name ?? t('the campaign')
  const itsPage = linkTo(about ? `/campaigns/${about.id}` : '/campaigns')
  switch (code) {
    case 'desk':
      return {
        title: t('Name the desk'),
        text: t('Times are shown in its time zone, and new campaigns take it. All of it can be changed later.'),
      }
    case 'assistant':
      return {
        title: t('Make an assistant and talk to it'),
        text: t('Start from a template: a reception, reminders, a survey. Type to it at once, and see how it answers.'),
        action: { word: t('Choose a template'), href: linkTo('/assistants/new') },
      }
    case 'test_call':
      return {
        title: t('Hear it on the phone'),
        ...(simulated
          ? { text: t('The assistant speaks with a simulated person. It rings in a moment, and you read along.') }
          : {
              text: t('Calls are real on this desk. Let the assistant call a phone of your own.'),
              action: { word: t('Go to the calls'), href: linkTo('/calls') },
            }),
      }
    case 'api_key':
      return {
        title: t('Connect your programs'),
        text: t('With a key, n8n, a shop or a script can use the desk. If you connect none, leave it for later.'),
      }
    case 'number':
      return {
        title: t('Get a number'),
        text: simulated
          ? t('People see who calls, and can call back. The simulated carrier also calls without one.')
          : t('People see who calls, and can call back.'),
        action: { word: t('Rent a number'), href: linkTo('/numbers/buy') },
      }
    case 'campaign':
      return {
        title: t('Make a campaign'),
        text: t('It says who calls, on which days and in which hours.'),
        action: { word: t('New campaign'), href: linkTo('/campaigns/new') },
      }
    case 'leads':
      return {
        title: t('Bring a list for {campaign}', { campaign }),
        text: t('A file with phone numbers is enough. You see row by row what is wrong before anything goes in.'),
        action: { word: t('Import leads'), href: linkTo('/leads/import', { campaign: about?.id }) },
      }
    case 'start':
      return {
        title: t('Rehearse {campaign}, then start it', { campaign }),
        text: t('The rehearsal says when the list will be done and what it costs.'),
        action: { word: t('Open the campaign'), href: itsPage },
      }
    case 'run':
      return {
        title: t('{campaign} is running', { campaign }),
        text: t('Below you see how the day goes. Once the campaign has run, these steps are gone.'),
        action: { word: t('Watch it'), href: itsPage },
      }
  }
}

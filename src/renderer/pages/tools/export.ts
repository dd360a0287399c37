import type { Tool } from '../../../contract/tools'
import { momentCell } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { t } from '../../words/words'
import { answerInWords } from './tool-text'

/** The tools that are shown, without the values of their headers. `zone`: the time zone of its times. */
export const toolsExport = (tools: Tool[], zone: string): ListExport<Tool> => ({
  name: t('Tools'),
  read: async () => ({ data: tools, total: tools.length, per_page: tools.length, last_page: 1 }),
  id: tool => tool.id,
  columns: [
    { title: t('Name'), cell: tool => tool.name },
    { title: t('When to use it'), cell: tool => tool.description },
    { title: t('Method'), cell: tool => tool.method },
    { title: t('Address'), cell: tool => tool.endpoint },
    { title: t('Parameters'), cell: tool => tool.schema.map(({ name }) => name).join(', ') },
    { title: t('Used by'), cell: tool => tool.assistants.map(({ name }) => name).join(', ') },
    { title: `${t('Last use')} (${zone})`, cell: tool => tool.last_use && momentCell(tool.last_use.at, zone) },
    { title: t('What came back'), cell: tool => tool.last_use && answerInWords(tool.last_use) },
  ],
})

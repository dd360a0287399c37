import type { Knowledgebase } from '../../../contract/knowledgebases'
import { momentCell } from '../../exports/cells'
import type { ListExport } from '../../exports/export-list'
import { states } from '../../theme/states'
import { t } from '../../words/words'

/** The knowledge bases that are shown. `zone`: the time zone of its times. */
export const basesExport = (bases: Knowledgebase[], zone: string): ListExport<Knowledgebase> => ({
  name: t('Knowledge bases'),
  read: async () => ({ data: bases, total: bases.length, per_page: bases.length, last_page: 1 }),
  id: base => base.id,
  columns: [
    { title: t('Name'), cell: base => base.name },
    { title: t('What it is about'), cell: base => base.description },
    { title: t('State'), cell: base => states.knowledge[base.status].word },
    { title: t('Documents'), cell: base => base.documents_count },
    { title: t('Passages'), cell: base => base.passages_count },
    { title: t('Characters'), cell: base => base.characters_count },
    { title: t('Used by'), cell: base => base.assistants.map(({ name }) => name).join(', ') },
    { title: `${t('Changed')} (${zone})`, cell: base => momentCell(base.updated_at, zone) },
  ],
})

import type { Tool } from '../../../contract/tools'
import { PaneSection } from '../../parts/DetailPane'
import { KeyValue } from '../../parts/KeyValue'
import { Time } from '../../parts/values'
import { linkTo } from '../../router'
import { t } from '../../words/words'
import { answerInWords } from './tool-text'
import css from './tools.module.css'

/** Who uses a tool, and how it went when it was used last. */
export const AboutTool = ({ tool: { assistants, last_use: use, created_at, updated_at } }: { tool: Tool }) => (
  <>
    <PaneSection title={t('Used by')}>
      {assistants.length > 0 ? (
        <ul className={css.used}>
          {assistants.map(({ id, name }) => (
            <li key={id}>
              <a className="link" href={linkTo(`/assistants/${id}`)}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">{t('No assistant uses it yet. It is chosen in the settings of an assistant.')}</p>
      )}
    </PaneSection>
    <PaneSection title={t('About')}>
      <KeyValue
        rows={[
          [
            t('Last use'),
            use ? (
              <span key="use" className="row">
                <Time at={use.at} />
                <span className={use.ok ? 'soft' : 'danger'}>{answerInWords(use)}</span>
              </span>
            ) : (
              t('never')
            ),
          ],
          [t('Made'), <Time key="made" at={created_at} />],
          [t('Changed'), <Time key="changed" at={updated_at} />],
        ]}
      />
    </PaneSection>
  </>
)

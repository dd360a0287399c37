import { IconKey } from '@tabler/icons-react'
import { EmptyState } from './parts/EmptyState'
import { rich, t } from './words/words'

/** Shown in a tab without a session: says how to get one. */
export const SignedOut = () => (
  <main>
    <EmptyState icon={IconKey} title={t('A link is needed to open this page')}>
      {rich(
        'The service prints one when it starts. It can be used once. This prints a new one: <command></command>, with the <folder></folder> that the service was started with, if any',
        {
          command: () => <code>{'node out/main/cli.js console-link'}</code>,
          folder: () => <code>{'--data-dir'}</code>,
        },
      )}
    </EmptyState>
  </main>
)

import { useEffect, useRef } from 'react'
import { inform } from '../parts/tell'
import { stepNow, useFirstSteps } from '../stores/use-first-steps'
import { t } from '../words/words'

/** Leads back to Today when the first step that was next is done on another page. */
export function NextStep({ path }: { path: string }) {
  const { data } = useFirstSteps()
  const steps = data?.state === 'shown' ? data.steps : undefined
  const now = steps && stepNow(steps)?.code
  const was = useRef(now)
  useEffect(() => {
    const wasNow = steps?.find(({ code }) => code === was.current)
    was.current = now
    if (wasNow?.state !== 'done' || path === '/today' || document.visibilityState !== 'visible') return
    inform(t('A first step is done.'), { href: '#/today', word: t('Go on with the next') })
  }, [steps, now, path])
  return null
}

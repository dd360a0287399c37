import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './theme/mantine.css'
import './theme/theme.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Entry, enter } from './Entry'
import { TipLayer } from './parts/tips/TipLayer'
import { resolver, theme } from './theme/theme'

/** A font that takes longer, ms, is shown when it comes. */
const FONT_WAIT = 1000

void enter()
// Text that is first drawn in another font moves what stands beside it. Without the font that of the system is shown.
const font = document.fonts.load('1em "Inter Variable"').catch(() => {})
void Promise.race([font, new Promise(resolve => setTimeout(resolve, FONT_WAIT))]).then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
        <Entry />
        <TipLayer />
      </MantineProvider>
    </StrictMode>,
  ),
)

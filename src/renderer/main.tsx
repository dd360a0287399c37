import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.css'
import './theme/theme.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Entry, enter } from './Entry'
import { TipLayer } from './parts/tips/TipLayer'
import { resolver, theme } from './theme/theme'

void enter()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      <Entry />
      <TipLayer />
    </MantineProvider>
  </StrictMode>,
)

import { useLayoutEffect, useRef } from 'react'
import { useNavigation, useSubmit } from 'react-router'

/**
 * Shows a list with the chosen filters and order. A choice made while the list loads builds on the previous choice, not
 * on the list that is still shown, so that no choice is lost.
 * @param action path of the list
 * @param shown the view that is shown
 * @param addressOf writes a view into the query of its URL
 */
export function useChosenView<View extends object>(
  action: string,
  shown: View,
  addressOf: (view: View) => Record<string, string>,
) {
  const submit = useSubmit()
  const isLoading = useNavigation().location?.pathname === action
  const chosen = useRef(shown)
  const name = JSON.stringify(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reload brings the same view as another object.
  useLayoutEffect(() => {
    if (!isLoading) chosen.current = shown
  }, [name, isLoading])
  return {
    isLoading,
    /** @param change may depend on what is chosen so far */
    choose(change: Partial<View> | ((soFar: View) => Partial<View>), { replace = false } = {}) {
      const soFar = chosen.current
      chosen.current = { ...soFar, ...(typeof change === 'function' ? change(soFar) : change) }
      void submit(addressOf(chosen.current), { method: 'get', action, replace, preventScrollReset: true })
    },
  }
}

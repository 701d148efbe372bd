/**
 * Stands in for `@modelcontextprotocol/server/_shims` in the bundle. The SDK's own loads a whole JSON
 * Schema validator (155 kB, and time at every start) for one purpose: checking answers to
 * `elicitInput`. This program asks through `inputRequired` and reads the answers itself.
 */
const { process } = globalThis;

export { process };

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('no JSON Schema validator in this bundle: ask through inputRequired');
  }
}

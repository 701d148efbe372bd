import * as z from 'zod';
import type { Operation } from '../../catalog/operation.ts';

/** The names of required arguments. Cheaper than the JSON Schema, for listings. */
export const requiredArguments = (operation: Operation): string[] =>
  Object.entries(operation.input.shape)
    .filter(([, type]) => !(type instanceof z.ZodOptional) && !(type instanceof z.ZodDefault))
    .map(([name]) => name);

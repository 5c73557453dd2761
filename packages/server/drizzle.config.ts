import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/store/schema.ts', './src/store/account-schema.ts', './src/store/nouns/*.ts'],
  out: './src/store/migrations',
});

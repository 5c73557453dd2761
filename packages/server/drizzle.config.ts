import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/engine/store/schema.ts',
    './src/account/account-schema.ts',
    './src/engine/store/*-table.ts',
    './src/resources/**/*table.ts',
  ],
  out: './src/engine/store/migrations',
});

# SPDX-License-Identifier: GPL-3.0-or-later
onceover_test(
  provider_cuts_test
  LABEL provider
  TIMEOUT 600
  SOURCES provider_cuts_test.cpp wire_cases.cpp
  LINKS onceover_gate onceover_provider_support)
onceover_test(
  provider_tls_test
  LABEL provider
  TIMEOUT 600
  SOURCES provider_tls_test.cpp wire_cases.cpp
  LINKS onceover_gate onceover_provider_support onceover_tls_support)
onceover_test(
  postgres_tls_test
  LABEL postgres
  TIMEOUT 600
  SOURCES postgres_tls_test.cpp
  LINKS onceover_tls_cluster)

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/screenshots.h"

#include "app/console/console_look.h"
#include "app/console/person_desk.h"
#include "app/console/reading_desk.h"
#include "models/case_file/case_model.h"
#include "models/session/sign_in.h"
#include "views/case/case_view.h"
#include "views/decision/decision_flow.h"
#include "views/files/files_flow.h"
#include "views/files/files_page.h"
#include "views/files/preview_sheet.h"
#include "views/queue/list_page.h"
#include "views/sheet/sheet_view.h"
#include "views/signin/sign_in_window.h"
#include "views/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPixmap>
#include <QTemporaryDir>

#include <utility>

namespace onceover {

namespace {

constexpr QSize kWindowSize{1560, 940};
constexpr int kLookMs = 50;
constexpr int kPatienceMs = 20'000;
constexpr int kSeekRows = 12; // looked at before a picture makes do with less

constexpr const char* kStatement =
    ":20:A\n:25:12345678/0001234567\n:28C:31/1\n:60F:C260115EUR1000,00\n"
    ":61:2601160116D125,00NTRFNONREF//B4E0\n:86:Invoice 2026-0117 ACME GmbH\n"
    ":62F:C260116EUR875,00\n-\n";

enum CaseTab
{
    EvidenceTab,
    CandidatesTab,
    AttemptsTab,
    TimelineTab,
    MoneyTab,
};

// No keyring is asked for a picture.
class NoKeyring : public Keyring
{
public:
    void read(const QString&, Answered answered) override { answered({}); }

    void write(const QString&, const QString&, Answered answered) override { answered({}); }

    void remove(const QString&, Answered answered) override { answered({}); }
};

class PicturedSignIn : public QObject
{
public:
    PicturedSignIn()
        : m_book(m_directory.filePath(QStringLiteral("profiles.ini")))
        , m_signIn(&m_book, &m_keyring, [](const ConnectionProfile&, const QString&) {
            return Result<void>();
        })
    {
        for (const bool isTest : {false, true}) {
            ConnectionProfile profile = ProfileBook::blank();
            profile.name =
                isTest ? QStringLiteral("payments-staging") : QStringLiteral("payments-eu");
            profile.host = QStringLiteral("db1.example.com,db2.example.com");
            profile.login = QStringLiteral("liwei");
            profile.environment =
                isTest ? ProfileEnvironment::Test : ProfileEnvironment::Production;
            m_book.put(profile);
        }
    }

    SignIn* signIn() { return &m_signIn; }

private:
    QTemporaryDir m_directory;
    ProfileBook m_book;
    NoKeyring m_keyring;
    SignIn m_signIn;
};

} // namespace

Screenshots::Screenshots(
    ReadSettings person, ReadSettings auditor, QString directory, QObject* parent)
    : QObject(parent)
    , m_person(std::move(person))
    , m_auditor(std::move(auditor))
    , m_directory(std::move(directory))
{
    for (const char* language : {"en", "zh_CN"}) {
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
            m_looks.emplace_back(QString::fromLatin1(language), theme);
    }
    m_timer.setInterval(kLookMs);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::advance);
}

Screenshots::~Screenshots()
{
    closeDesk();
}

void Screenshots::start()
{
    if (!QDir().mkpath(m_directory)) {
        Q_EMIT failed(QStringLiteral("%1 cannot be made.").arg(m_directory));
        Q_EMIT finished(ConsoleExit::CannotCreate);
        return;
    }
    // Between two looks there is no window.
    QGuiApplication::setQuitOnLastWindowClosed(false);
    nextLook();
    m_timer.start();
}

void Screenshots::nextLook()
{
    const auto [language, theme] = m_looks.front();
    m_looks.pop_front();
    m_suffix = QStringLiteral("%1-%2").arg(
        language, theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    ConsoleLook::chooseLanguage(language);
    Theme::apply(
        *qobject_cast<QApplication*>(QCoreApplication::instance()),
        theme == ThemeChoice::Dark ? ThemeKind::Dark : ThemeKind::Light);
    addViews();
}

void Screenshots::addViews()
{
    addSignIn();
    m_views.push_back(
        {QString(), [this] { openDesk(m_person, false); }, [this] { return isPulsed(); }, {}});
    addCases();
    addSheets();
    addAudit();
}

void Screenshots::addSignIn()
{
    m_views.push_back(
        {QStringLiteral("sign-in"),
         [this] {
             auto model = std::make_unique<PicturedSignIn>();
             m_extra = std::make_unique<SignInWindow>(model->signIn(), false);
             m_extraModel = std::move(model);
             m_extra->show();
         },
         [] { return true; },
         [this] {
             return m_extra.get();
         }});
}

void Screenshots::addCases()
{
    const auto file = [this] {
        return m_desk->window().caseModel()->file();
    };
    m_views.push_back(
        {QStringLiteral("queue"),
         [this] { m_desk->window().places()->go(SideList::Place::AllCases); },
         [this, file] {
             return m_desk->window().listPage()->table()->model()->rowCount() > 0
                    && file() != nullptr;
         },
         [this] {
             return &m_desk->window();
         }});
    addCase(QStringLiteral("case-evidence"), EvidenceTab, [file] {
        return !file()->evidence.isEmpty() && !file()->contradictions.isEmpty();
    });
    // Competing records where the demo has them, else a payment charged twice, else any record.
    addCase(QStringLiteral("candidates"), CandidatesTab, [this, file] {
        const auto count = file()->records.size() + file()->candidates.size();
        return m_seekCount > 2 * kSeekRows ? count > 0
               : m_seekCount > kSeekRows   ? count > 1
                                           : file()->candidates.size() > 1;
    });
    addCase(
        QStringLiteral("attempts"), AttemptsTab, [file] { return !file()->attempts.isEmpty(); });
    addCase(QStringLiteral("timeline"), TimelineTab, [file] { return !file()->events.isEmpty(); });
    addCommand(QStringLiteral("decision-resend"), CaseCommand::Resend);
    addCommand(QStringLiteral("approval"), CaseCommand::Approve);
}

void Screenshots::addCase(const QString& name, int tab, const std::function<bool()>& isWanted)
{
    m_views.push_back(
        {name,
         [this, tab] { m_desk->window().caseView()->showTab(tab); },
         [this, isWanted] { return seek(isWanted); },
         [this] {
             return &m_desk->window();
         }});
}

void Screenshots::addCommand(const QString& name, CaseCommand command)
{
    m_views.push_back(
        {name,
         [this] {
             delete m_personDesk->flow().sheet();
             m_desk->window().caseView()->showTab(EvidenceTab);
         },
         [this, command] {
             DecisionFlow& flow = m_personDesk->flow();
             if (flow.sheet() != nullptr)
                 return flow.sheet()->command() == command;
             if (seek([&flow, command] { return flow.actions()->action(command)->isEnabled(); }))
                 flow.run(command);
             return false;
         },
         [this] {
             return m_personDesk->flow().sheet();
         }});
}

void Screenshots::addSheets()
{
    const auto add = [this](const char* name, SideList::Place place) {
        m_views.push_back(
            {QString::fromLatin1(name),
             [this, place] {
                 delete m_personDesk->flow().sheet();
                 m_desk->window().places()->go(place);
             },
             [this] {
                 // What is empty in this demo is drawn empty.
                 for (const auto* table : m_desk->window().findChildren<SheetView*>()) {
                     if (table->isVisible() && table->model()->rowCount() > 0)
                         return true;
                 }
                 return m_patience.elapsed() > kPatienceMs / 10;
             },
             [this] {
                 return &m_desk->window();
             }});
    };
    add("orphans", SideList::Place::Orphans);
    add("imports", SideList::Place::Imports);
    addPreview();
    add("ledger", SideList::Place::Ledger);
    add("events", SideList::Place::Events);
}

void Screenshots::addPreview()
{
    m_views.push_back(
        {QStringLiteral("file-preview"),
         [this] {
             QFile file(m_files.filePath(QStringLiteral("statement.mt940")));
             if (file.open(QIODevice::WriteOnly))
                 file.write(kStatement);
             file.close();
             m_personDesk->files().openFiles({file.fileName()});
         },
         [this] {
             PreviewSheet* sheet = m_personDesk->files().previewSheet();
             return sheet != nullptr && sheet->isShown();
         },
         [this] {
             return m_personDesk->files().previewSheet();
         }});
    m_views.push_back(
        {QStringLiteral("sources"),
         [this] { m_desk->window().filesPage()->showTab(1); },
         [this] { return m_patience.elapsed() > kPatienceMs / 20; },
         [this] {
             return &m_desk->window();
         }});
}

void Screenshots::addAudit()
{
    m_views.push_back(
        {QString(), [this] { openDesk(m_auditor, true); }, [this] { return isPulsed(); }, {}});
    m_views.push_back(
        {QStringLiteral("audit"),
         [this] { m_desk->window().places()->go(SideList::Place::Payments); },
         [this] {
             // The list before it is on screen until the payments arrive.
             return m_patience.elapsed() > kPatienceMs / 10
                    && m_desk->window().listPage()->table()->model()->rowCount() > 0
                    && m_desk->window().caseModel()->file() != nullptr;
         },
         [this] {
             return &m_desk->window();
         }});
}

bool Screenshots::isPulsed() const
{
    return m_desk->window().pulse() != nullptr;
}

void Screenshots::openDesk(const ReadSettings& settings, bool isAudit)
{
    closeDesk();
    DeskPlace place;
    place.profileName = QStringLiteral("demo");
    place.isAudit = isAudit;
    place.hasOwnCore = !isAudit;
    m_desk = std::make_unique<ReadingDesk>(settings, place);
    m_desk->window().setFixedSize(kWindowSize);
    if (!isAudit)
        m_personDesk = std::make_unique<PersonDesk>(*m_desk, std::nullopt);
    m_desk->open();
}

void Screenshots::closeDesk()
{
    m_extra.reset();
    m_extraModel.reset();
    m_personDesk.reset();
    m_desk.reset();
}

bool Screenshots::seek(const std::function<bool()>& isWanted)
{
    MainWindow& window = m_desk->window();
    const auto& file = window.caseModel()->file();
    ListPage* page = window.listPage();
    const auto* model = qobject_cast<SheetModel*>(page->table()->model());
    if (model == nullptr || model->rowCount() == 0)
        return false;
    if (file != nullptr && file->payment.paymentId == window.caseModel()->paymentId()) {
        if (isWanted())
            return true;
        ++m_seekCount;
        m_seekRow = (m_seekRow + 1) % model->rowCount();
        page->select(model->idAt(m_seekRow));
    }
    return false;
}

void Screenshots::advance()
{
    View& view = m_views.front();
    if (!std::exchange(m_isPrepared, true)) {
        m_patience.start();
        m_seekCount = 0;
        m_isSettled = false;
        view.prepare();
        return;
    }
    if (!view.isReady()) {
        if (m_patience.elapsed() < kPatienceMs)
            return;
        m_timer.stop();
        Q_EMIT failed(
            QStringLiteral("the view %1-%2 could not be drawn: what it shows did not come.")
                .arg(view.name, m_suffix));
        Q_EMIT finished(ConsoleExit::NotDrawn);
        return;
    }
    // What has just arrived is laid out with the next events.
    if (!std::exchange(m_isSettled, true))
        return;
    if (view.widget)
        draw(view.widget());
    m_views.pop_front();
    m_isPrepared = false;
    if (!m_views.empty() || !m_timer.isActive())
        return;
    closeDesk();
    if (!m_looks.empty()) {
        nextLook();
        return;
    }
    m_timer.stop();
    Q_EMIT finished(ConsoleExit::Done);
}

void Screenshots::draw(QWidget* widget)
{
    const QString file =
        m_directory + QStringLiteral("/%1-%2.png").arg(m_views.front().name, m_suffix);
    if (widget->grab().save(file, "PNG")) {
        Q_EMIT drawn(file);
        return;
    }
    m_timer.stop();
    Q_EMIT failed(QStringLiteral("%1 cannot be written.").arg(file));
    Q_EMIT finished(ConsoleExit::NotDrawn);
}

} // namespace onceover
